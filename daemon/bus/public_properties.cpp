// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/public_properties.h"

#include <algorithm>

namespace headroom {

PublicProperties::PublicProperties(const PublicProperties &other)
    : m_interface(other.m_interface), m_changed(other.m_changed)
{
    for (const auto &[name, value] : other.m_values)
        m_values.emplace(name, g_variant_ref(value.get()));
}

void PublicProperties::set(const char *name, GVariant *value)
{
    VariantPtr taken{g_variant_ref_sink(value)};
    VariantPtr &known = m_values[name];
    if (known && g_variant_equal(known.get(), taken.get()))
        return;
    known = std::move(taken);
    if (std::ranges::find(m_changed, name) == m_changed.end())
        m_changed.emplace_back(name);
}

GVariant *PublicProperties::find(std::string_view name) const
{
    const auto known = m_values.find(name);
    return known == m_values.end() ? nullptr : known->second.get();
}

GVariant *PublicProperties::as_dictionary() const
{
    std::vector<std::string> names;
    for (const auto &[name, value] : m_values)
        names.push_back(name);
    return as_dictionary(names);
}

GVariant *PublicProperties::as_dictionary(const std::vector<std::string> &names) const
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
    for (const std::string &name : names) {
        if (GVariant *value = find(name))
            g_variant_builder_add(&builder, "{sv}", name.c_str(), value);
    }
    return g_variant_builder_end(&builder);
}

GVariant *PublicProperties::as_changes(const std::vector<std::string> &names) const
{
    return g_variant_new("(s@a{sv}@as)", m_interface.c_str(), as_dictionary(names),
                         g_variant_new_strv(nullptr, 0));
}

} // namespace headroom
