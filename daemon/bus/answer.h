// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <functional>
#include <gio/gio.h>
#include <vector>

namespace headroom {

/// Answers a call with the D-Bus error of that kind. The message is the error's sentence.
void answer_error(GDBusMethodInvocation *call, const Error &error);

using Calls = std::vector<ObjectPtr<GDBusMethodInvocation>>;

/// Gives all calls the same answer, in the thread for answers: GDBus takes as long to serialize a
/// large answer as we took to make it. write: runs in the thread and returns the answer, a tuple.
/// It must not hang. sent: runs in the main context afterwards, unless `end` was cancelled
/// meanwhile.
void answer_off_the_loop(GCancellable *end, Calls calls,
                         std::move_only_function<VariantPtr()> write,
                         std::move_only_function<void()> sent = {});

} // namespace headroom
