// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressure_record.h"

#include <QDeadlineTimer>
#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace headroom::plasma {

namespace {

std::optional<double> average(const QMap<QString, double> &averages, const QString &name)
{
    const auto found = averages.constFind(name);
    return found == averages.cend() ? std::nullopt : std::optional{std::clamp(*found, 0.0, 100.0)};
}

/// What one look says of a moment before it. The averages overlap: what the shorter one explains is taken out of the longer one.
std::optional<double> said_of(const QMap<QString, double> &averages, qint64 ms_before)
{
    const auto ten = average(averages, u"some-avg10"_s);
    const auto sixty = average(averages, u"some-avg60"_s);
    const auto all = average(averages, u"some-avg300"_s);
    if (ms_before < 10'000 || !sixty)
        return ten;
    const double first = ten.value_or(*sixty);
    if (ms_before < 60'000 || !all)
        return std::clamp((60 * *sixty - 10 * first) / 50, 0.0, 100.0);
    return std::clamp((300 * *all - 60 * *sixty) / 240, 0.0, 100.0);
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
                [this](const HeadroomMachineMeasures &measures) { take(measures, QDeadlineTimer::current().deadline()); });
        connect(sampling, &client::Sampling::forgotten, this, &PressureRecord::forget);
    }
    emit samplingChanged();
}

void PressureRecord::take(const HeadroomMachineMeasures &measures, qint64 now_ms)
{
    while (!m_looks.empty() && m_looks.front().at_ms < now_ms - slots_kept * slot_ms)
        m_looks.pop_front();
    m_looks.push_back({now_ms, {measures.value(u"cpu"_s), measures.value(u"io"_s), measures.value(u"memory"_s)}});
    for (const auto resource : {Cpu, Io, Memory})
        m_rows[resource] = row(resource, now_ms);
    emit changed();
}

void PressureRecord::forget()
{
    if (m_looks.empty())
        return;
    m_looks.clear();
    m_rows = {};
    emit changed();
}

/// Each moment is told by the first look after it: the one that it was least long ago for.
QVariantList PressureRecord::row(Resource resource, qint64 now_ms) const
{
    QVariantList values;
    for (qint64 slot = slots_kept - 1; slot >= 0; --slot) {
        const qint64 at = now_ms - slot * slot_ms;
        const auto look = std::ranges::find_if(m_looks, [&](const Look &each) { return each.at_ms >= at && !each.averages[resource].isEmpty(); });
        const auto value = look == m_looks.end() ? std::nullopt : said_of(look->averages[resource], look->at_ms - at);
        if (value)
            values.append(*value);
    }
    return values;
}

} // namespace headroom::plasma
