// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/valid_text.h"

#include <string>
#include <string_view>

namespace headroom {

/// Whether a character affects more than its own place. Such a character controls a terminal, ends
/// the line, or changes the direction of the text after it (embeddings, overrides, isolates). The
/// marks U+200E and U+200F, which names in Hebrew or Arabic need, affect only themselves.
[[nodiscard]] inline bool reaches_beyond_itself(gunichar character)
{
    if ((character >= 0x202A && character <= 0x202E)
        || (character >= 0x2066 && character <= 0x2069))
        return true;
    const GUnicodeType type = g_unichar_type(character);
    return type == G_UNICODE_CONTROL || type == G_UNICODE_LINE_SEPARATOR
        || type == G_UNICODE_PARAGRAPH_SEPARATOR;
}

/// Replaces invalid UTF-8, and each character that reaches beyond itself, by U+FFFD. Any program
/// may have written the name in a desktop file or the reason of a hold. The text around it must
/// stay intact.
[[nodiscard]] inline std::string plain_text(std::string_view text)
{
    const CharPtr valid = valid_text(text);
    std::string plain;
    for (const char *at = valid.get(); *at != '\0'; at = g_utf8_next_char(at)) {
        if (reaches_beyond_itself(g_utf8_get_char(at)))
            plain += "\uFFFD";
        else
            plain.append(at, g_utf8_next_char(at));
    }
    return plain;
}

} // namespace headroom
