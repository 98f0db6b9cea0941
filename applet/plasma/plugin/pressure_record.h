// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sampling.h"

#include <QObject>
#include <QPointer>
#include <array>
#include <deque>
#include <qqmlintegration.h>

namespace headroom::plasma {

/// The machine's pressure of the last five minutes, as three rows of percentages for a chart, oldest first.
///
/// Nothing was sampled while nobody looked. For that time the kernel's averages of the last 60 and 300 seconds are taken apart into what they say of
/// each stretch, so that the chart is coarse there, and neither empty nor invented.
class PressureRecord : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(headroom::client::Sampling *sampling READ sampling WRITE setSampling NOTIFY samplingChanged FINAL)
    Q_PROPERTY(QVariantList cpu READ cpu NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList io READ io NOTIFY changed FINAL)
    Q_PROPERTY(QVariantList memory READ memory NOTIFY changed FINAL)
    Q_PROPERTY(bool empty READ empty NOTIFY changed FINAL)
    Q_PROPERTY(int minutes READ minutes CONSTANT FINAL)

public:
    enum Resource { Cpu, Io, Memory };
    static constexpr qint64 slot_ms = 2000;
    static constexpr qint64 slots_kept = 150;

    using QObject::QObject;

    [[nodiscard]] client::Sampling *sampling() const { return m_sampling; }
    void setSampling(client::Sampling *sampling);
    [[nodiscard]] QVariantList cpu() const { return m_rows[Cpu]; } ///< empty: the kernel tells nothing of it
    [[nodiscard]] QVariantList io() const { return m_rows[Io]; }
    [[nodiscard]] QVariantList memory() const { return m_rows[Memory]; }
    [[nodiscard]] bool empty() const { return m_looks.empty(); }
    [[nodiscard]] static int minutes() { return static_cast<int>(slots_kept * slot_ms / 60'000); }

    /// now_ms: of a clock that only goes on.
    void take(const HeadroomMachineMeasures &measures, qint64 now_ms);
    void forget();

signals:
    void samplingChanged();
    void changed();

private:
    struct Look {
        qint64 at_ms = 0;
        std::array<QMap<QString, double>, 3> averages;
    };
    [[nodiscard]] QVariantList row(Resource resource, qint64 now_ms) const;

    QPointer<client::Sampling> m_sampling;
    std::deque<Look> m_looks; ///< oldest first
    std::array<QVariantList, 3> m_rows;
};

} // namespace headroom::plasma
