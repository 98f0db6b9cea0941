// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

// Read once for all of headroomctl (cmake/precompiled.cmake). Files include what they need all the
// same.
#include <algorithm>
#include <format>
#include <functional>
#include <gio/gio.h>
#include <headroom_dbus.h>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <vector>
