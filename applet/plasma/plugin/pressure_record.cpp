// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressure_record.h"

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
    const std::array told{measures.value(u"cpu"_s), measures.value(u"io"_s),
                          measures.value(u"memory"_s)};
    for (const auto resource : {Cpu, Io, Memory}) {
        const auto &of = told[resource];
        m_traces[resource].take({average(of, u"some-avg10"_s), average(of, u"some-avg60"_s),
                                 average(of, u"some-avg300"_s)},
                                now);
        m_rows[resource] = as_list(m_traces[resource].row());
    }
    emit changed();
}

void PressureRecord::forget()
{
    if (!m_looked)
        return;
    m_looked = false;
    m_traces = {};
    m_rows = {};
    emit changed();
}

} // namespace headroom::plasma
