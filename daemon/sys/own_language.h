// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/sentence.h"

#include <string>

namespace headroom {

/// The sentence in the locale of the process (LC_MESSAGES, LC_NUMERIC), from headroomd's catalog.
/// Text without a translation is English.
[[nodiscard]] std::string in_own_language(const Sentence &sentence);

} // namespace headroom
