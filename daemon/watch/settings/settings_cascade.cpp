// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/settings_cascade.h"

#include "model/settings.h"

#include <algorithm>
#include <format>

namespace headroom {

namespace {

/// In our groups, an unknown key is a mistake. Other groups belong to other programs.
bool is_our_group(std::string_view group)
{
    return group.starts_with("App-")
        || std::ranges::any_of(settings_schema(), [&](const SettingSchema &schema) {
               return schema.name.substr(0, schema.name.find('/')) == group;
           });
}

class Layers {
public:
    Layers(Settings &settings, const Settings *last) : m_settings(settings), m_last(last) {}

    void add(const SettingsLayer &layer)
    {
        std::set<std::string> set_here;
        for (const RcEntry &entry : layer.file.entries) {
            const std::string name = entry.group + "/" + entry.key;
            set_here.insert(name);
            if (!m_settings.fixed.contains(name) && !m_settings.fixed_groups.contains(entry.group))
                add(entry, name, layer.path);
        }
        for (const RcMistake &mistake : layer.file.mistakes)
            m_settings.complaints.push_back(
                std::format("{}:{}: {}", layer.path, mistake.line, mistake.sentence));
        if (!layer.file.mistakes.empty() && m_last)
            keep_unset(set_here, layer.path);
        // Last, since the file that fixes a group may have it twice.
        for (const RcGroup &group : layer.file.groups) {
            if (group.immutable)
                m_settings.fixed_groups.try_emplace(group.name, layer.path);
        }
        if (layer.file.immutable)
            m_settings.fixed_by = layer.path;
    }

private:
    void add(const RcEntry &entry, const std::string &name, const std::string &path)
    {
        if (entry.immutable)
            m_settings.fixed.try_emplace(name, path);
        if (entry.deleted) {
            m_settings.values.erase(name);
            return;
        }
        if (!find_setting(name) && !is_our_group(entry.group))
            return;
        const Setting setting{name, entry.value.value_or("")};
        if (const auto value = entry.value ? canonical(setting) : std::nullopt) {
            m_settings.values.insert_or_assign(name, Settings::Value{*value, path});
            return;
        }
        const bool known = find_setting(name) != nullptr;
        std::string complaint = std::format("{}:{}: {}", path, entry.line,
                                            known && !entry.value ? name + " has no value"
                                                                  : wrong(setting).value_or(""));
        if (known) {
            keep_last(name);
            complaint += std::format("; it stays {}", m_settings.value(name));
        }
        m_settings.complaints.push_back(std::move(complaint));
    }

    void keep_last(const std::string &name)
    {
        if (!m_last)
            return; // then a file of lower precedence counts, or the default
        m_settings.values.erase(name);
        if (const auto found = m_last->values.find(name); found != m_last->values.end())
            m_settings.values.insert(*found);
    }

    void keep_unset(const std::set<std::string> &set_here, const std::string &path)
    {
        for (const auto &[name, value] : m_last->values) {
            if (value.path == path && !set_here.contains(name))
                m_settings.values.insert_or_assign(name, value);
        }
    }

    Settings &m_settings;
    const Settings *m_last;
};

} // namespace

std::string Settings::fixed_where(const std::string &name) const
{
    if (!fixed_by.empty())
        return fixed_by;
    if (const auto found = fixed.find(name); found != fixed.end())
        return found->second;
    const auto found = fixed_groups.find(name.substr(0, name.rfind('/')));
    return found == fixed_groups.end() ? std::string{} : found->second;
}

std::string Settings::value(const std::string &name) const
{
    if (const auto found = values.find(name); found != values.end())
        return found->second.text;
    const SettingSchema *schema = find_setting(name);
    return schema ? std::string{schema->usual} : std::string{};
}

std::vector<Setting> Settings::differing() const
{
    std::vector<Setting> result;
    for (const auto &[name, value] : values) {
        // An app's rule "normal" has an effect if a pattern gives the app another rule.
        if (value.text != find_setting(name)->usual || !app_of_rule(name).empty())
            result.emplace_back(name, value.text);
    }
    return result;
}

Settings cascade(std::span<const SettingsLayer> layers, const Settings *last)
{
    Settings settings;
    Layers adding{settings, last};
    for (const SettingsLayer &layer : layers) {
        adding.add(layer);
        if (!settings.fixed_by.empty())
            break;
    }
    return settings;
}

} // namespace headroom
