// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressure_record.h"

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;

namespace headroom::plasma {

namespace {

std::optional<double> average(const QMap<QString, double> &averages, const QString &name)
{
    const auto found = averages.constFind(name);
    return found == averages.cend() ? std::nullopt : std::optional{*found};
}

QVariantList as_list(const std::vector<double> &values)
{
    return QVariantList(values.begin(), values.end());
}

/// The highest value of each moment. Rows end at the same moment, but may begin at others.
std::vector<double> highest(const std::array<std::vector<double>, 3> &rows)
{
    std::vector<double> values(std::ranges::max(rows, {}, &std::vector<double>::size).size());
    for (const auto &row : rows) {
        const std::size_t missing = values.size() - row.size();
        for (std::size_t i = 0; i < row.size(); ++i)
            values[missing + i] = std::max(values[missing + i], row[i]);
    }
    return values;
}

TimePoint now()
{
    return TimePoint{
        std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch())};
}

} // namespace

void PressureRecord::setSampling(client::Sampling *sampling)
{
    if (sampling == m_sampling)
        return;
    if (m_sampling)
        disconnect(m_sampling, nullptr, this, nullptr);
    m_sampling = sampling;
    if (sampling) {
        connect(sampling, &client::Sampling::machineMeasured, this,
                [this](const HeadroomMachineMeasures &measures) { take(measures, now()); });
        connect(sampling, &client::Sampling::forgotten, this, &PressureRecord::forget);
    }
    emit samplingChanged();
}

void PressureRecord::take(const HeadroomMachineMeasures &measures, TimePoint now)
{
    m_looked = true;
    const std::array told{measures.value(u"foreground-cpu"_s), measures.value(u"foreground-io"_s),
                          measures.value(u"foreground-memory"_s)};
    std::array<std::vector<double>, 3> rows;
    for (const auto resource : {Cpu, Io, Memory}) {
        const auto &of = told[resource];
        m_traces[resource].take({average(of, u"some-avg10"_s), average(of, u"some-avg60"_s),
                                 average(of, u"some-avg300"_s)},
                                now);
        rows[resource] = m_traces[resource].row();
        m_rows[resource] = as_list(rows[resource]);
    }
    m_worst = as_list(highest(rows));
    emit changed();
}

void PressureRecord::forget()
{
    if (!m_looked)
        return;
    m_looked = false;
    m_traces = {};
    m_rows = {};
    m_worst = {};
    emit changed();
}

} // namespace headroom::plasma
