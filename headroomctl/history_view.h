// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include <json-glib/json-glib.h>

#include "output.h"
#include "past.h"

namespace headroom::ctl {

/// A table, or a sentence if there is nothing to show.
[[nodiscard]] std::string history_as_text(const std::vector<PastAct> &acts, const Output &output);
/// A line of its own, since the width of what is still to come is unknown.
[[nodiscard]] std::string history_line(const PastAct &act, bool coloured);

/// The member "entries" of a document.
void add_entries(JsonBuilder *json, const std::vector<PastAct> &acts);
[[nodiscard]] std::string history_as_json(const std::vector<PastAct> &acts);
[[nodiscard]] std::string history_json_line(const PastAct &act);

} // namespace headroom::ctl
