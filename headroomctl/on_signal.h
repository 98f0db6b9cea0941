// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <glib-unix.h>

#include "sys/glib_ptr.h"

namespace headroom::ctl {

/// Calls a member function of the owner, with the signal's number, for as long as the source is
/// kept.
template<int number, auto caught, typename Owner> [[nodiscard]] SourceId on_signal(Owner *owner)
{
    const auto call = [](gpointer data) -> gboolean {
        (static_cast<Owner *>(data)->*caught)(number);
        return G_SOURCE_CONTINUE;
    };
    return SourceId(g_unix_signal_add(number, call, owner));
}

} // namespace headroom::ctl
