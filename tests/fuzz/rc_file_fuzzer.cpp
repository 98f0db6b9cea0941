// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Any program may have written the user's file. No text may crash the reader. A change by Headroom
// must have its effect and lose nothing else.

#include "model/settings.h"
#include "require.h"
#include "watch/settings/rc_edit.h"
#include "watch/settings/settings_cascade.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace headroom;

constexpr std::string_view group = "Pressure";
constexpr std::string_view key = "Response";

bool is_ours(const RcEntry &entry)
{
    return entry.group == group && entry.key == key;
}

/// The other settings in the file.
std::vector<std::string> others(const RcFile &file)
{
    std::vector<std::string> said;
    for (const RcEntry &entry : file.entries) {
        if (!is_ours(entry))
            said.push_back(entry.group + "/" + entry.key + (entry.value ? "=" + *entry.value : "")
                           + (entry.immutable ? "!" : "") + (entry.deleted ? "-" : ""));
    }
    return said;
}

void check_edits(std::string_view text)
{
    const RcFile before = parse_rc(text);
    const std::string with = with_entry(text, group, key, "warn");
    const RcFile after = parse_rc(with);
    const auto last = std::ranges::find_last_if(after.entries, is_ours);
    require(!last.empty() && last.front().value == "warn", "what was written is there", with);
    require(others(after) == others(before) && after.mistakes.size() == before.mistakes.size(),
            "all else says what it said", with);
    require(with_entry(with, group, key, "warn") == with, "written twice is written once", with);
    const std::string without = without_entry(text, group, key);
    require(std::ranges::none_of(parse_rc(without).entries, is_ours), "what was removed is gone",
            without);
    require(others(parse_rc(without)) == others(before), "all else stays", without);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text{reinterpret_cast<const char *>(data), size};
    check_edits(text);
    const std::size_t half = size / 2;
    const std::vector<SettingsLayer> layers{{"/a", parse_rc(text.substr(0, half))},
                                            {"/b", parse_rc(text.substr(half))}};
    const Settings settings = cascade(layers, nullptr);
    const std::vector<SettingsLayer> now{{"/a", parse_rc(text)}, {"/b", {}}};
    for (const Settings &read : {settings, cascade(now, &settings)}) {
        for (const Setting &setting : read.differing()) {
            require(canonical(setting) == setting.value, "what is in force makes sense",
                    setting.name);
            require(setting.value != find_setting(setting.name)->usual
                        || !app_of_rule(setting.name).empty(),
                    "and is not the default, or is a rule", setting.name);
        }
        for (const std::string &complaint : read.complaints)
            require(
                complaint.starts_with('/')
                    && std::ranges::none_of(complaint, [](char c) { return c >= 0 && c < ' '; }),
                "a complaint is one line", complaint);
    }
    return 0;
}
