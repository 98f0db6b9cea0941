// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps.h"
#include "capabilities.h"
#include "exposition.h"
#include "figures.h"
#include "totals.h"

namespace headroom::ctl {

/// The figures of each app.
struct AppMetrics {
    std::vector<App> apps;
    Measures measures;
};

struct Metrics {
    std::string version;
    std::string level;
    bool disabled = false;
    Capabilities capabilities;
    Totals totals;
    std::optional<AppMetrics> apps; ///< empty: not requested
};

/// common: labels of each sample.
[[nodiscard]] std::string metrics_text(const Metrics &metrics, Exposition format,
                                       std::vector<Label> common);

} // namespace headroom::ctl
