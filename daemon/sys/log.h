// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <string_view>

/// To the journal with fields, or to stderr where that isn't the journal.
namespace headroom::log {

void info(std::string_view sentence);
void warning(std::string_view sentence);
/// One decision carried out: MESSAGE, HEADROOM_ACTION=, HEADROOM_APP=, HEADROOM_UNIT=, MESSAGE_ID=.
void act(std::string_view action, std::string_view app, std::string_view unit, std::string_view reason);

} // namespace headroom::log
