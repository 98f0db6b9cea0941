// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/answer.h"

#include "sys/off_the_loop.h"
#include "sys/plain_text.h"

#include <utility>

namespace headroom {

namespace {

const char *error_name(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::NoSuchApp: return "org.headroomd.Headroom1.Error.NoSuchApp";
    case ErrorKind::Refused: return "org.headroomd.Headroom1.Error.Refused";
    case ErrorKind::Unavailable: return "org.headroomd.Headroom1.Error.Unavailable";
    case ErrorKind::BadInput: return "org.headroomd.Headroom1.Error.BadInput";
    case ErrorKind::Failed: return "org.headroomd.Headroom1.Error.Failed";
    }
    return "org.headroomd.Headroom1.Error.Failed";
}

} // namespace

void answer_error(GDBusMethodInvocation *call, const Error &error)
{
    g_dbus_method_invocation_return_dbus_error(call, error_name(error.kind),
                                               plain_text(error.sentence).c_str());
}

void answer_off_the_loop(GCancellable *end, Calls calls,
                         std::move_only_function<VariantPtr()> write,
                         std::move_only_function<void()> sent)
{
    auto work = [calls = std::move(calls), write = std::move(write)]() mutable {
        const VariantPtr answer = write();
        for (auto &call : std::exchange(calls, {}))
            g_dbus_method_invocation_return_value(call.release(), answer.get());
        return true;
    };
    auto finish = [sent = std::move(sent)](bool) mutable {
        if (sent)
            sent();
    };
    // GDBus keeps an entry for each thread that ever sent a message (map_thread_to_last_serial in
    // gio/gdbusconnection.c), until the connection ends. With a new thread for each answer, callers
    // could fill our memory.
    Lane lane{"headroom-answer"};
    lane.has_one_thread = true;
    off_the_loop<bool>(end, std::move(lane), std::move(work), std::move(finish));
}

} // namespace headroom
