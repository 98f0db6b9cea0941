// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "words.h"

#include <algorithm>

#include <glib/gi18n.h>

namespace headroom::ctl {

/// A word that is newer than this program is shown as it came.
Cell shown(const char *context, std::span<const Word> words, const std::string &from_bus)
{
    const auto found = std::ranges::find(words, from_bus, &Word::from_bus);
    return found != words.end() ? Cell{g_dpgettext2(nullptr, context, found->shown), found->ink} : Cell{from_bus};
}

} // namespace headroom::ctl
