// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <glib.h>

#include "failure.h"
#include "output.h"

namespace headroom::ctl {

/// The options of `top --batch`, as given.
struct BatchChoice {
    // Not given. Whatever a user may type must not count as that.
    static constexpr gint64 endless = G_MININT64;
    static constexpr double usual_delay_s = -G_MAXDOUBLE;

    gboolean wanted = FALSE;
    gint64 times = endless;
    double delay_s = usual_delay_s;
};

/// Fails for values that make no sense, and for options that need --batch.
[[nodiscard]] std::expected<void, Failure> checked_batch(const BatchChoice &choice,
                                                         const Output &output);

/// Writes the status again and again, the app that is hurt most first. Needs no terminal.
[[nodiscard]] Outcome top_batch(const BatchChoice &choice, const Output &output);

} // namespace headroom::ctl
