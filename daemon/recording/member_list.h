// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <tuple>

/// Lists of a type's members, and the proof that none is missing.
namespace headroom::recording {

template<typename Owner, typename Value> struct Member {
    const char *name;
    Value Owner::*pointer;
    /// Older recordings lack it: it is empty or false there. Then it is not written.
    bool since_later = false;
};

template<typename T> struct Members; // not defined for types that are not listed

template<typename T>
concept Listed = requires { Members<T>::list; };

/// The number of members of T. 7 stands for any number above six.
template<typename T> consteval std::size_t member_count()
{
    if constexpr (requires { T{{}, {}, {}, {}, {}, {}, {}}; })
        return 7;
    else if constexpr (requires { T{{}, {}, {}, {}, {}, {}}; })
        return 6;
    else if constexpr (requires { T{{}, {}, {}, {}, {}}; })
        return 5;
    else if constexpr (requires { T{{}, {}, {}, {}}; })
        return 4;
    else if constexpr (requires { T{{}, {}, {}}; })
        return 3;
    else if constexpr (requires { T{{}, {}}; })
        return 2;
    else if constexpr (requires { T{{}}; })
        return 1;
    else
        return 0;
}

/// Calls visit(member) for each member in turn, until one call returns false.
template<Listed T, typename Visit> constexpr bool each_member(Visit visit)
{
    static_assert(std::tuple_size_v<decltype(Members<T>::list)> == member_count<T>(),
                  "a member is missing in the list above");
    return std::apply([&](const auto &...member) { return (visit(member) && ...); },
                      Members<T>::list);
}

} // namespace headroom::recording
