// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::ctl {

/// OpenMetrics 1.0, or the older text format of Prometheus (0.0.4), which is all that node_exporter
/// reads from files.
enum class Exposition { OpenMetrics, Prometheus };

enum class MetricType { Counter, Gauge, Info, StateSet };

/// Not translated: one fleet has one text.
struct Family {
    std::string_view name; ///< ends with the unit, and has no suffix such as "_total"
    MetricType type{};
    std::string_view unit; ///< empty: none
    std::string_view help; ///< one line
};

struct Label {
    std::string_view name;
    std::string value; ///< any text
};

/// Writes metrics. A family is written with its first sample; without one it is left out.
class ExpositionText {
public:
    /// common: labels of each sample.
    ExpositionText(Exposition format, std::vector<Label> common)
        : m_format(format), m_common(std::move(common))
    {
    }

    void add(const Family &family, const std::vector<Label> &labels, double value);
    /// Adds nothing if it is unknown.
    void add_known(const Family &family, const std::vector<Label> &labels,
                   std::optional<double> value);
    /// One sample for each state, 1 for the present one. A present state that isn't among them gets
    /// a sample, too.
    void add_states(const Family &family, const std::vector<Label> &labels,
                    std::span<const std::string_view> states, std::string_view present);
    [[nodiscard]] std::string finish() &&;

private:
    void begin(const Family &family);
    void write_labels(const std::vector<Label> &labels);

    Exposition m_format;
    std::vector<Label> m_common;
    std::string m_text;
    std::string m_family; ///< the one begun last
};

} // namespace headroom::ctl
