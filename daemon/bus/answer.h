// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <functional>
#include <gio/gio.h>
#include <vector>

namespace headroom {

/// Answers a call with the D-Bus error of that kind; the message is the sentence.
void answer_error(GDBusMethodInvocation *call, const Error &error);

using Calls = std::vector<ObjectPtr<GDBusMethodInvocation>>;

/// Answers all of them alike, in a thread: GDBus takes as long to put a large answer into its message as we took to make it. write: done there, gives what
/// is returned, a tuple. sent: in the main context, when that is done; not if end was cancelled meanwhile.
void answer_off_the_loop(GCancellable *end, Calls calls,
                         std::move_only_function<VariantPtr()> write,
                         std::move_only_function<void()> sent = {});

} // namespace headroom
