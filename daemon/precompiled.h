// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

// Read once for all of the daemon but main (cmake/precompiled.cmake). Files include what they need
// all the same.
#include "model/precompiled.h"
#include "sys/result.h"

#include <gio/gio.h>
#include <glib-unix.h>
#include <headroom_dbus.h>
#include <memory>
