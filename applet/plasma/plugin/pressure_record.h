// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure_trace.h"
#include "sampling.h"

#include <QObject>
#include <QPointer>
#include <array>
#include <qqmlintegration.h>

namespace headroom::plasma {

/// How much the foreground app or the compositor had to wait in the last five minutes, as rows of
/// percentages for charts, each oldest first: for each resource, and for the one that caused the
/// longest wait. An empty row: it is not reported.
class PressureRecord : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(headroom::client::Sampling *sampling READ sampling WRITE setSampling NOTIFY
                   samplingChanged FINAL)
    Q_PROPERTY(QVariantList cpu READ cpu NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList io READ io NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList memory READ memory NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList worst READ worst NOTIFY changed FINAL)
    Q_PROPERTY(bool empty READ empty NOTIFY changed FINAL)
    Q_PROPERTY(int minutes READ minutes CONSTANT FINAL)

public:
    enum Resource { Cpu, Io, Memory };

    using QObject::QObject;

    [[nodiscard]] client::Sampling *sampling() const { return m_sampling; }
    void setSampling(client::Sampling *sampling);
    [[nodiscard]] QVariantList cpu() const { return m_rows[Cpu]; }
    [[nodiscard]] QVariantList io() const { return m_rows[Io]; }
    [[nodiscard]] QVariantList memory() const { return m_rows[Memory]; }
    [[nodiscard]] QVariantList worst() const { return m_worst; }
    [[nodiscard]] bool empty() const { return !m_looked; }
    [[nodiscard]] static int minutes()
    {
        return static_cast<int>(std::chrono::floor<std::chrono::minutes>(PressureTrace::slots_kept
                                                                         * PressureTrace::slot)
                                    .count());
    }

    void take(const HeadroomMachineMeasures &measures, TimePoint now);
    void forget();

signals:
    void samplingChanged();
    void changed();

private:
    QPointer<client::Sampling> m_sampling;
    bool m_looked = false;
    std::array<PressureTrace, 3> m_traces;
    std::array<QVariantList, 3> m_rows;
    QVariantList m_worst;
};

} // namespace headroom::plasma
