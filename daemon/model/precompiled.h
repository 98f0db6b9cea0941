// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

// Read once for all of model and policy (cmake/precompiled.cmake). Files include what they need all
// the same.
#include "model/session.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <format>
#include <functional>
#include <ranges>
#include <span>
