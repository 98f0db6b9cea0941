// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "json_members.h"

#include "sys/plain_text.h"

namespace headroom::ctl {

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

std::string written(JsonBuilder *json)
{
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *result = json_to_string(root, /* pretty= */ TRUE);
    return result;
}

std::string written_in_a_line(JsonBuilder *json)
{
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *result = json_to_string(root, /* pretty= */ FALSE);
    return result;
}

} // namespace headroom::ctl
