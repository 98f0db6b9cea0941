// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/settings.h"

#include "model/setting_value.h"
#include "model/settings_schema.h"
#include "model/unit_escape.h"

#include <algorithm>
#include <array>
#include <format>
#include <utility>

namespace headroom {

namespace {

constexpr SettingSchema rule_schema{
    "App-ID/Rule", SettingKind::Word, "normal", 0, 0, "never|normal|eager|foreground"};

using Value = SettingValue;

/// The configuration, and what applies to all of it at the end.
struct Draft {
    Config config;
    double scale = 1; ///< of the limits
};

template<typename Enum, std::size_t Count>
Enum meant(std::string_view word, const std::pair<std::string_view, Enum> (&meanings)[Count])
{
    // Found: parse_setting() has accepted the word.
    return std::ranges::find(meanings, word, &std::pair<std::string_view, Enum>::first)->second;
}

Response response(std::string_view word)
{
    return meant<Response>(
        word, {{"off", Response::Off}, {"warn", Response::Warn}, {"freeze", Response::Freeze}});
}

AppRule rule(std::string_view word)
{
    return meant<AppRule>(word,
                          {{name_of(AppRule::Never), AppRule::Never},
                           {name_of(AppRule::Normal), AppRule::Normal},
                           {name_of(AppRule::Eager), AppRule::Eager},
                           {name_of(AppRule::Foreground), AppRule::Foreground}});
}

double scale(std::string_view sensitivity)
{
    return meant<double>(sensitivity, {{"relaxed", 2.0}, {"normal", 1.0}, {"eager", 0.5}});
}

std::uint64_t whole(const Value &value)
{
    return static_cast<std::uint64_t>(value.number);
}

template<typename Unit> Duration time(const Value &value)
{
    return Unit{static_cast<std::int64_t>(value.number)};
}

/// Rules for single apps, and for patterns. An id can't contain a "*": no desktop file is named so.
void put_rule(Config &config, std::string_view app, AppRule rule)
{
    if (!app.contains('*')) {
        config.rules.insert_or_assign(AppId{app}, rule);
        return;
    }
    std::erase_if(config.pattern_rules, [&](const auto &each) { return each.pattern == app; });
    const auto comes_before = [](const PatternRule &one, const PatternRule &other) {
        return one.pattern.size() != other.pattern.size()
            ? one.pattern.size() > other.pattern.size()
            : one.pattern < other.pattern;
    };
    const PatternRule added{std::string{app}, rule};
    config.pattern_rules.insert(std::ranges::lower_bound(config.pattern_rules, added, comes_before),
                                added);
}

/// Drops rules that equal the default. They matter only if there are patterns.
void drop_needless_rules(Config &config)
{
    if (config.pattern_rules.empty())
        std::erase_if(config.rules, [](const auto &own) { return own.second == AppRule::Normal; });
}

struct Target {
    std::string_view name;
    void (*put)(Draft &, const Value &);
};

/// Where each setting goes.
constexpr Target targets[] = {
    {"General/Notifications", [](Draft &d, const Value &v) { d.config.notify = v.flag; }},
    {"Boost/CpuWeight", [](Draft &d, const Value &v) { d.config.boosted.cpu = whole(v); }},
    {"Boost/IoWeight", [](Draft &d, const Value &v) { d.config.boosted.io = whole(v); }},
    {"Pressure/Response", [](Draft &d, const Value &v) { d.config.response = response(v.word); }},
    {"Pressure/Sensitivity", [](Draft &d, const Value &v) { d.scale = scale(v.word); }},
    {"Pressure/Reclaim", [](Draft &d, const Value &v) { d.config.reclaim.enabled = v.flag; }},
    {"Pressure/NapWeight",
     [](Draft &d, const Value &v) { d.config.napped = {.cpu = whole(v), .io = whole(v)}; }},
    {"Pressure/UiMemoryUneasy",
     [](Draft &d, const Value &v) { d.config.limits.ui_memory_uneasy = v.number; }},
    {"Pressure/UiMemoryHigh",
     [](Draft &d, const Value &v) { d.config.limits.ui_memory_high = v.number; }},
    {"Pressure/UiMemoryCritical",
     [](Draft &d, const Value &v) { d.config.limits.ui_memory_critical = v.number; }},
    {"Pressure/SystemMemoryUneasy",
     [](Draft &d, const Value &v) { d.config.limits.system_memory_uneasy = v.number; }},
    {"Pressure/SystemMemoryHigh",
     [](Draft &d, const Value &v) { d.config.limits.system_memory_high = v.number; }},
    {"Pressure/SystemMemoryCritical",
     [](Draft &d, const Value &v) { d.config.limits.system_memory_critical = v.number; }},
    {"Pressure/SlackLow", [](Draft &d, const Value &v) { d.config.limits.slack_low = v.number; }},
    {"Pressure/UiCpuUneasy",
     [](Draft &d, const Value &v) { d.config.limits.ui_cpu_uneasy = v.number; }},
    {"Pressure/UiIoUneasy",
     [](Draft &d, const Value &v) { d.config.limits.ui_io_uneasy = v.number; }},
    {"Freeze/UnfocusedSeconds",
     [](Draft &d, const Value &v) {
         d.config.freezing.unfocused_for = time<std::chrono::seconds>(v);
     }},
    {"Freeze/ShortestHoldSeconds",
     [](Draft &d, const Value &v) {
         d.config.freezing.shortest_freeze = time<std::chrono::seconds>(v);
     }},
    {"Freeze/LongestHoldMinutes",
     [](Draft &d, const Value &v) { d.config.longest_freeze = time<std::chrono::minutes>(v); }},
    {"Freeze/CalmSeconds",
     [](Draft &d, const Value &v) { d.config.freezing.calm_for = time<std::chrono::seconds>(v); }},
    {"Memory/GentleReclaim", [](Draft &d, const Value &v) { d.config.gentle.enabled = v.flag; }},
};
static_assert(std::ranges::equal(targets, generated_schema, {}, &Target::name,
                                 &SettingSchema::name),
              "headroom.kcfg and this table differ");

/// The text made safe for the journal and the bus, whatever the file contains.
std::string in_quotes(std::string_view text)
{
    constexpr std::size_t longest = 60;
    std::string result = "\"";
    for (const char c : text.substr(0, longest))
        result += c >= ' ' && c <= '~' ? c : '?';
    return result + (text.size() > longest ? "…\"" : "\"");
}

} // namespace

std::span<const SettingSchema> settings_schema()
{
    return generated_schema;
}

std::string_view app_of_rule(std::string_view name)
{
    constexpr std::string_view begin = "App-";
    constexpr std::string_view end = "/Rule";
    if (name.size() < begin.size() + end.size() || !name.starts_with(begin) || !name.ends_with(end))
        return {};
    name.remove_prefix(begin.size());
    name.remove_suffix(end.size());
    return usable_app_id(name) ? name : std::string_view{};
}

std::string rule_of(std::string_view app)
{
    return std::format("App-{}/Rule", app);
}

const SettingSchema *find_setting(std::string_view name)
{
    if (!app_of_rule(name).empty())
        return &rule_schema;
    const auto *const found = std::ranges::find(generated_schema, name, &SettingSchema::name);
    return found == std::end(generated_schema) ? nullptr : found;
}

std::optional<std::string> canonical(const Setting &setting)
{
    const SettingSchema *schema = find_setting(setting.name);
    if (!schema)
        return std::nullopt;
    return parse_setting(setting.value, *schema).transform([&](const Value &value) {
        return written(value, schema->kind);
    });
}

std::optional<std::string> wrong(const Setting &setting)
{
    const SettingSchema *schema = find_setting(setting.name);
    if (!schema)
        return std::format("there is no setting {}", in_quotes(setting.name));
    if (parse_setting(setting.value, *schema))
        return std::nullopt;
    return std::format("{} is {}, but must be {}", setting.name, in_quotes(setting.value),
                       must_be(*schema));
}

std::vector<Setting> with_defaults(std::span<const Setting> settings)
{
    std::vector<Setting> all;
    for (const SettingSchema &schema : generated_schema)
        all.emplace_back(std::string{schema.name}, std::string{schema.usual});
    for (const Setting &setting : settings) {
        const auto value = canonical(setting);
        const auto place = std::ranges::find(all, setting.name, &Setting::name);
        if (value && place != all.end())
            place->value = *value;
        else if (value)
            all.emplace_back(setting.name, *value);
    }
    return all;
}

Config config_from(std::span<const Setting> settings)
{
    Draft draft;
    for (const Setting &setting : settings) {
        const SettingSchema *schema = find_setting(setting.name);
        const auto value = schema ? parse_setting(setting.value, *schema) : std::nullopt;
        if (!value)
            continue;
        if (schema == &rule_schema)
            put_rule(draft.config, app_of_rule(setting.name), rule(value->word));
        else
            std::ranges::find(targets, schema->name, &Target::name)->put(draft, *value);
    }
    drop_needless_rules(draft.config);
    // All of these are shares of time. slack_low is not, so it isn't scaled.
    PressureLimits &limits = draft.config.limits;
    for (double *limit :
         {&limits.ui_memory_uneasy, &limits.ui_memory_high, &limits.ui_memory_critical,
          &limits.system_memory_uneasy, &limits.system_memory_high, &limits.system_memory_critical,
          &limits.ui_cpu_uneasy, &limits.ui_io_uneasy})
        *limit = std::min(*limit * draft.scale, 100.0);
    return draft.config;
}

} // namespace headroom
