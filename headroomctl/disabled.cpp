// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "disabled.h"

#include <glib/gi18n.h>

#include "json_members.h"
#include "session_bus.h"
#include "sys/glib_ptr.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

/// "14:30", with the date unless it is today.
std::string local_time(std::uint64_t time_us)
{
    g_autoptr(GDateTime) at =
        g_date_time_new_from_unix_local(static_cast<gint64>(time_us / G_USEC_PER_SEC));
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    if (at == nullptr || now == nullptr)
        return "?";
    const bool today = g_date_time_get_year(at) == g_date_time_get_year(now)
        && g_date_time_get_day_of_year(at) == g_date_time_get_day_of_year(now);
    g_autofree char *text = g_date_time_format(at, today ? "%R" : "%F %R");
    return text;
}

} // namespace

std::expected<void, Failure> disable_for(HeadroomDbusManager *daemon, std::uint64_t duration_us)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_disable_for(daemon, duration_us, nullptr, PendingResult::arrived,
                                           &pending);
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_disable_for_finish(daemon, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    return {};
}

std::string disabled_sentence(std::uint64_t time_us)
{
    // Translators: %s is a time, such as "14:30" or "2027-01-15 14:30".
    return formatted(C_("outcome: a sentence, then how to end it",
                        "Headroom is paused until %s. To resume it: headroomctl enable"),
                     local_time(time_us).c_str());
}

std::string disabled_as_json(std::uint64_t time_us)
{
    const ObjectPtr<JsonBuilder> json(json_builder_new());
    begin_document(json.get());
    add_disabled(json.get(), time_us);
    json_builder_end_object(json.get());
    return json_text(json.get());
}

} // namespace headroom::ctl
