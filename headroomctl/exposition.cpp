// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exposition.h"

#include <algorithm>
#include <format>
#include <utility>

namespace headroom::ctl {

namespace {

std::string_view type_name(Exposition format, MetricType type)
{
    const bool is_open = format == Exposition::OpenMetrics;
    switch (type) {
    case MetricType::Counter: return "counter";
    case MetricType::Gauge: return "gauge";
    case MetricType::Info: return is_open ? "info" : "gauge";
    case MetricType::StateSet: return is_open ? "stateset" : "gauge";
    }
    return {};
}

std::string sample_name(const Family &family)
{
    std::string name{family.name};
    if (family.type == MetricType::Counter)
        name += "_total";
    if (family.type == MetricType::Info)
        name += "_info";
    return name;
}

/// Both formats escape the same three characters.
std::string escaped(std::string_view text)
{
    std::string result;
    for (const char each : text) {
        if (each == '\n') {
            result += "\\n";
            continue;
        }
        if (each == '\\' || each == '"')
            result += '\\';
        result += each;
    }
    return result;
}

} // namespace

void ExpositionText::begin(const Family &family)
{
    if (m_family == family.name)
        return;
    m_family = family.name;
    // In the older format, a family has the name of its samples.
    const bool is_open = m_format == Exposition::OpenMetrics;
    const std::string name = is_open ? std::string{family.name} : sample_name(family);
    m_text += std::format("# TYPE {} {}\n", name, type_name(m_format, family.type));
    if (is_open && !family.unit.empty())
        m_text += std::format("# UNIT {} {}\n", name, family.unit);
    m_text += std::format("# HELP {} {}\n", name, family.help);
}

void ExpositionText::write_labels(const std::vector<Label> &labels)
{
    std::string list;
    for (const std::vector<Label> *each : {&std::as_const(m_common), &labels}) {
        for (const auto &[name, value] : *each)
            list += std::format("{}{}=\"{}\"", list.empty() ? "" : ",", name, escaped(value));
    }
    if (!list.empty())
        m_text += "{" + list + "}";
}

void ExpositionText::add(const Family &family, const std::vector<Label> &labels, double value)
{
    begin(family);
    m_text += sample_name(family);
    write_labels(labels);
    m_text += std::format(" {}\n", value);
}

void ExpositionText::add_known(const Family &family, const std::vector<Label> &labels,
                               std::optional<double> value)
{
    if (value)
        add(family, labels, *value);
}

void ExpositionText::add_states(const Family &family, const std::vector<Label> &labels,
                                std::span<const std::string_view> states, std::string_view present)
{
    const auto add_state = [&](std::string_view state) {
        std::vector<Label> all = labels;
        all.push_back({family.name, std::string{state}}); // OpenMetrics wants this name
        add(family, all, state == present ? 1 : 0);
    };
    for (const std::string_view state : states)
        add_state(state);
    if (!std::ranges::contains(states, present))
        add_state(present);
}

std::string ExpositionText::finish() &&
{
    if (m_format == Exposition::OpenMetrics)
        m_text += "# EOF\n";
    return std::move(m_text);
}

} // namespace headroom::ctl
