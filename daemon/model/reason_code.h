// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/sentence.h"

#include <string_view>

namespace headroom {

/// One word for the reason that a sentence about an act gives, such as "focused". It is the same in
/// every language, and stays when the sentence is edited. Manager.History() lists the words. Empty:
/// the sentence gives no reason that has a word.
[[nodiscard]] std::string_view reason_code(const Sentence &sentence);

} // namespace headroom
