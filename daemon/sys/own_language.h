// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/sentence.h"

#include <string>

namespace headroom {

/// As the locale of the process has it (LC_MESSAGES, LC_NUMERIC), from headroomd's catalog. What isn't translated is English.
[[nodiscard]] std::string in_own_language(const Sentence &sentence);

} // namespace headroom
