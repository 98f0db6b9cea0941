// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <json-glib/json-glib.h>

/// Helpers to write `--json` output.
namespace headroom::ctl {

/// Begins the object that is the whole document, with the version of its format.
void begin_document(JsonBuilder *json);

void add_text(JsonBuilder *json, const char *member, const std::string &value);
void add_text_or_null(JsonBuilder *json, const char *member,
                      const std::string &value); ///< null for an empty value
void add_texts(JsonBuilder *json, const char *member, const std::vector<std::string> &values);
void add_number(JsonBuilder *json, const char *member, std::int64_t value);
/// "disabled_until_us"; null for 0.
void add_disabled(JsonBuilder *json, std::uint64_t time_us);
void add_flag(JsonBuilder *json, const char *member, bool value);

/// The whole document, with line breaks and indentation.
[[nodiscard]] std::string json_text(JsonBuilder *json);
/// Prints it on stdout, in UTF-8 in every locale, unlike g_print().
void print_json(const std::string &document);
/// The whole document in one line.
[[nodiscard]] std::string written_in_a_line(JsonBuilder *json);

} // namespace headroom::ctl
