// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/pressure.h"

#include <string_view>

/// Logs to the journal with fields, or to stderr if that is not the journal.
namespace headroom::log {

void info(std::string_view sentence);
void warning(std::string_view sentence);
/// Logs one performed decision: MESSAGE=, HEADROOM_ACTION= (the verb), HEADROOM_APP=,
/// HEADROOM_UNIT=, HEADROOM_LEVEL=, and the MESSAGE_ID= of its kind.
void act(std::string_view verb, const Action &action, Level level);

} // namespace headroom::log
