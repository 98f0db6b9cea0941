// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "headroomrc.h"

#include <QObject>

namespace headroom::kcm {

/// How much the active app is boosted, as one choice. Each step stands for a bound or the default
/// of both weights. Other weights, which can be set under Limits, are Custom.
class Boost : public QObject {
    Q_OBJECT
    Q_PROPERTY(int step READ step WRITE setStep NOTIFY stepChanged FINAL)
    Q_PROPERTY(bool fixed READ fixed CONSTANT FINAL)

public:
    enum Step { Off, Normal, Strong, Custom };
    Q_ENUM(Step)

    explicit Boost(HeadroomRc *settings, QObject *parent = nullptr);

    [[nodiscard]] int step() const;
    void setStep(int step); ///< Custom changes nothing
    [[nodiscard]] bool fixed() const; ///< a configuration file marks a weight as immutable

signals:
    void stepChanged();

private:
    struct Weights {
        int cpu;
        int io;
        bool operator==(const Weights &) const = default;
    };
    [[nodiscard]] Weights weightsOf(Step step) const;

    HeadroomRc *m_settings;
};

} // namespace headroom::kcm
