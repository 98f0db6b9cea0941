// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <gio/gio.h>

namespace headroom {

/// Answers a call with the D-Bus error of that kind; the message is the sentence.
void answer_error(GDBusMethodInvocation *call, const Error &error);

} // namespace headroom
