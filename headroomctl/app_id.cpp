// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "app_id.h"

#include <glib/gi18n.h>

#include "terminal_text.h"

namespace headroom::ctl {

namespace {

constexpr std::size_t longest = 255;

} // namespace

std::string problem_with_app_id(std::string_view text)
{
    if (text.empty())
        return C_("error in the command line: a sentence", "An app id must not be empty.");
    if (text.size() > longest)
        return ctl::formatted(C_("error in the command line: a sentence",
                                 "An app id has at most %zu bytes, this one has %zu."),
                              longest, text.size());
    if (!g_utf8_validate_len(text.data(), text.size(), nullptr))
        return C_("error in the command line: a sentence", "An app id is UTF-8 text, this is not.");
    if (text.contains('/') || plain_text(text) != text)
        return C_("error in the command line: a sentence",
                  "An app id has no slashes and no control characters; it is the name of a desktop "
                  "file without \".desktop\".");
    return {};
}

std::expected<std::string, Failure> app_id_for(const std::vector<std::string> &command,
                                               const char *named)
{
    g_autofree char *file_name = g_path_get_basename(command.front().c_str());
    const std::string app_id = named != nullptr ? named : file_name;
    if (const std::string wrong = problem_with_app_id(app_id); !wrong.empty())
        return wrong_usage(wrong);
    return app_id;
}

} // namespace headroom::ctl
