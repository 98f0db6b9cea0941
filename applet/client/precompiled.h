// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

// Read once for the whole library (cmake/precompiled.cmake). Files include what they need all the
// same.
#include <QtCore>
#include <QtDBus>
