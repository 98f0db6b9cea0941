// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/notice_words.h"

#include "sys/valid_text.h"

#include <glib/gi18n.h>

namespace headroom {

namespace {

CharPtr amount(std::uint64_t bytes)
{
    return CharPtr{g_format_size_full(bytes, G_FORMAT_SIZE_IEC_UNITS)};
}

/// Of one that was stopped; nullptr: nothing is known.
CharPtr of_use_before(const Notice &notice)
{
    if (notice.held && notice.grows) {
        // Translators: an app that was stopped, the memory that it has ("6.2 GiB"), and what it took in each second before ("130.0 MiB").
        return CharPtr{g_strdup_printf(C_("notification of a stopped app: a sentence", "It is using %s and grew by %s a second."), amount(*notice.held).get(),
                                       amount(*notice.grows).get())};
    }
    if (notice.held) {
        // Translators: an app that was stopped. %s is an amount of memory, "6.2 GiB".
        return CharPtr{g_strdup_printf(C_("notification of a stopped app: a sentence", "It is using %s."), amount(*notice.held).get())};
    }
    if (notice.grows) {
        // Translators: an app that was stopped. %s is the memory that it took in each second before, "130.0 MiB".
        return CharPtr{g_strdup_printf(C_("notification of a stopped app: a sentence", "It grew by %s a second."), amount(*notice.grows).get())};
    }
    return nullptr;
}

std::string of_stopped(const Notice &notice)
{
    std::string text = C_("notification of a stopped app: a sentence", "Memory was running short, and this app was taking most of it.");
    if (const CharPtr sentence = of_use_before(notice))
        text += std::string{" "} + sentence.get();
    // Translators: an app that was stopped because memory was short.
    return text + " " + C_("notification of a stopped app: a sentence", "It goes on as soon as you open it.");
}

CharPtr of_use(const Notice &notice)
{
    const CharPtr name = valid_text(notice.name);
    if (notice.held && notice.grows) {
        // Translators: an app, the memory that it has ("6.2 GiB"), and what it takes in each second ("130.0 MiB").
        return CharPtr{g_strdup_printf(C_("notification of short memory: a sentence", "%s is using %s and growing by %s a second."), name.get(),
                                       amount(*notice.held).get(), amount(*notice.grows).get())};
    }
    if (notice.held) {
        // Translators: an app, and the memory that it has ("6.2 GiB").
        return CharPtr{g_strdup_printf(C_("notification of short memory: a sentence", "%s is using %s."), name.get(), amount(*notice.held).get())};
    }
    // Translators: an app that uses up the memory.
    return CharPtr{g_strdup_printf(C_("notification of short memory: a sentence", "%s is taking most of it."), name.get())};
}

} // namespace

std::string title_of(const Notice &notice)
{
    if (!notice.frozen)
        return C_("title of a notification", "Memory is running short");
    // Translators: the title of a notification. %s is an app, which can do nothing until it is let go on.
    return CharPtr{g_strdup_printf(C_("title of a notification", "%s was stopped"), valid_text(notice.name).get())}.get();
}

std::string text_of(const Notice &notice)
{
    if (notice.frozen)
        return of_stopped(notice);
    const std::string text = of_use(notice).get();
    if (notice.in_front)
        // Translators: an app that uses up the memory.
        return text + " " + C_("notification of short memory: a sentence", "It was not stopped, because it is in front of you.");
    // Translators: an app that uses up the memory.
    return text + " " + C_("notification of short memory: a sentence", "It was not stopped.");
}

} // namespace headroom
