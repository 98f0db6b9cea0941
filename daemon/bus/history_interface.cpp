// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/history_interface.h"

#include "bus/answer.h"
#include "sys/own_language.h"
#include "sys/plain_text.h"

#include <algorithm>

namespace headroom {

namespace {

GVariant *string(std::string_view text)
{
    return g_variant_new_string(plain_text(text).c_str());
}

VariantPtr as_answer(const std::vector<HistoryEntry> &entries)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a(tsssssbs)"));
    for (const HistoryEntry &entry : entries) {
        const auto at =
            static_cast<guint64>(std::max<gint64>(entry.at.time_since_epoch().count(), 0));
        g_variant_builder_add(&builder, "(t@s@s@s@s@sb@s)", at, string(entry.action),
                              string(entry.app), string(entry.unit), string(name_of(entry.level)),
                              string(in_own_language(entry.reason)),
                              static_cast<gboolean>(entry.is_news), string(entry.code));
    }
    return VariantPtr{
        g_variant_ref_sink(g_variant_new("(@a(tsssssbs))", g_variant_builder_end(&builder)))};
}

gboolean handle_history(HeadroomDbusManager * /*self*/, GDBusMethodInvocation *call,
                        guint64 since_us, gpointer data)
{
    const auto since = std::min<guint64>(since_us, G_MAXINT64);
    auto read = static_cast<Requests *>(data)->history(
        WallTime{WallTime::duration{static_cast<gint64>(since)}});
    Calls calls;
    calls.emplace_back(call);
    answer_off_the_loop(nullptr, std::move(calls),
                        [read = std::move(read)]() mutable { return as_answer(read()); });
    return TRUE;
}

} // namespace

void answer_history(HeadroomDbusManager *skeleton, Requests &requests)
{
    g_signal_connect(skeleton, "handle-history", G_CALLBACK(handle_history), &requests);
}

} // namespace headroom
