// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/pressure.h"

#include <string_view>

/// To the journal with fields, or to stderr where that isn't the journal.
namespace headroom::log {

void info(std::string_view sentence);
void warning(std::string_view sentence);
/// One decision carried out: MESSAGE=, HEADROOM_ACTION= (the verb), HEADROOM_APP=, HEADROOM_UNIT=, HEADROOM_LEVEL=, MESSAGE_ID= of its kind.
void act(std::string_view verb, const Action &action, Level level);

} // namespace headroom::log
