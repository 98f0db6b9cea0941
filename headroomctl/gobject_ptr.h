// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <memory>

#include <glib-object.h>

namespace headroom::ctl {

struct Unref {
    void operator()(gpointer object) const { g_object_unref(object); }
};

/// One reference to a GObject.
template <class T>
using ObjectPtr = std::unique_ptr<T, Unref>;

} // namespace headroom::ctl
