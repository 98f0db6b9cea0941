// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "json_members.h"

#include <cstdio>

#include "sys/plain_text.h"

namespace headroom::ctl {

namespace {

/// It grows when a member is removed or gets another meaning, not when one is added.
constexpr gint64 format_version = 1;

} // namespace

void begin_document(JsonBuilder *json)
{
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "format");
    json_builder_add_int_value(json, format_version);
}

void add_text(JsonBuilder *json, const char *member, const std::string &value)
{
    json_builder_set_member_name(json, member);
    json_builder_add_string_value(json, plain_text(value).c_str());
}

void add_text_or_null(JsonBuilder *json, const char *member, const std::string &value)
{
    json_builder_set_member_name(json, member);
    if (value.empty())
        json_builder_add_null_value(json);
    else
        json_builder_add_string_value(json, plain_text(value).c_str());
}

void add_number(JsonBuilder *json, const char *member, std::int64_t value)
{
    json_builder_set_member_name(json, member);
    json_builder_add_int_value(json, value);
}

void add_disabled(JsonBuilder *json, std::uint64_t time_us)
{
    json_builder_set_member_name(json, "disabled_until_us");
    if (time_us == 0)
        json_builder_add_null_value(json);
    else
        json_builder_add_int_value(json, static_cast<gint64>(time_us));
}

void add_flag(JsonBuilder *json, const char *member, bool value)
{
    json_builder_set_member_name(json, member);
    json_builder_add_boolean_value(json, value);
}

void add_texts(JsonBuilder *json, const char *member, const std::vector<std::string> &values)
{
    json_builder_set_member_name(json, member);
    json_builder_begin_array(json);
    for (const std::string &value : values)
        json_builder_add_string_value(json, plain_text(value).c_str());
    json_builder_end_array(json);
}

std::string json_text(JsonBuilder *json)
{
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *result = json_to_string(root, /* pretty= */ TRUE);
    return result;
}

void print_json(const std::string &document)
{
    std::puts(document.c_str());
}

std::string written_in_a_line(JsonBuilder *json)
{
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *result = json_to_string(root, /* pretty= */ FALSE);
    return result;
}

} // namespace headroom::ctl
