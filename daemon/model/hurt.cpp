// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/hurt.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace headroom {

namespace {

/// With whole percents, this keeps nearly equal apps from changing places all the time.
constexpr std::uint64_t memory_step = 16 << 20;

/// A sort key: smaller is worse. Larger figures come first, and unknown ones last.
using Key = std::tuple<Restraint, std::int64_t, std::int64_t, bool>;

Key key_of(const Hurt &app)
{
    constexpr std::int64_t last = 1;
    const auto worst = worst_pressure(app.pressure);
    return {app.restraint, worst ? -static_cast<std::int64_t>(app.pressure.at(*worst)) : last,
            app.memory ? -static_cast<std::int64_t>(*app.memory / memory_step) : last,
            !app.in_front};
}

} // namespace

std::optional<Resource> worst_pressure(const Pressures &pressure)
{
    std::optional<Resource> worst;
    for (const Resource what : {Resource::Memory, Resource::Io, Resource::Cpu}) {
        const auto known = pressure.find(what);
        if (known != pressure.end() && (!worst || known->second > pressure.at(*worst)))
            worst = what;
    }
    return worst;
}

std::vector<std::uint32_t> rank_hurt(const std::vector<Hurt> &apps)
{
    std::vector<Key> keys;
    std::ranges::transform(apps, std::back_inserter(keys), key_of);
    std::vector<Key> sorted = keys;
    std::ranges::sort(sorted);
    std::vector<std::uint32_t> ranks;
    std::ranges::transform(keys, std::back_inserter(ranks), [&sorted](const Key &key) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, key) - sorted.begin());
    });
    return ranks;
}

} // namespace headroom
