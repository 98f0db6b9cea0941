// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

// Read once for all tests of model and policy (cmake/precompiled.cmake). Files include what they
// need all the same.
#include "model/precompiled.h"
#include "pressed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
