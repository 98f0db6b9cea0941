// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/own_language.h"

#include "sys/glib_ptr.h"

#include <glib/gi18n.h>

namespace headroom {

std::string in_own_language(const Sentence &sentence)
{
    static const Wording own{
        .text = [](const char *context,
                   const char *text) { return g_dpgettext2(nullptr, context, text); },
        .number =
            [](double number, int decimals) {
                return std::string{CharPtr{g_strdup_printf("%.*f", decimals, number)}.get()};
            }};
    return sentence.in(own);
}

} // namespace headroom
