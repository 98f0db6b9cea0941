// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/plain_text.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// The properties of one interface of an object, and which of them have changed since the last
/// signal.
class PublicProperties {
public:
    explicit PublicProperties(std::string interface) : m_interface(std::move(interface)) {}
    /// Shares the values themselves, which never change.
    PublicProperties(const PublicProperties &other);
    PublicProperties(PublicProperties &&) = default;
    PublicProperties &operator=(const PublicProperties &) = delete;
    PublicProperties &operator=(PublicProperties &&) = default;
    ~PublicProperties() = default;

    [[nodiscard]] const std::string &interface() const { return m_interface; }
    /// Takes the value, floating or not.
    void set(const char *name, GVariant *value);
    /// As plain text: a string that is not UTF-8 would cost the whole connection.
    void set(const char *name, const std::string &value)
    {
        set(name, g_variant_new_string(plain_text(value).c_str()));
    }

    /// nullptr: there is none. Remains owned by this object.
    [[nodiscard]] GVariant *find(std::string_view name) const;
    [[nodiscard]] GVariant *as_dictionary() const; ///< "a{sv}", floating
    /// Only these properties. A name that does not exist is left out.
    [[nodiscard]] GVariant *as_dictionary(const std::vector<std::string> &names) const;
    /// The arguments of PropertiesChanged for these, floating.
    [[nodiscard]] GVariant *as_changes(const std::vector<std::string> &names) const;
    [[nodiscard]] std::vector<std::string> take_changed() { return std::exchange(m_changed, {}); }

private:
    std::string m_interface;
    std::map<std::string, VariantPtr, std::less<>> m_values;
    std::vector<std::string> m_changed; ///< each once
};

} // namespace headroom
