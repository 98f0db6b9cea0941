// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "daemon.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace headroom::client {

/// Requests figures from the daemon every two seconds while a view is open. While none is open,
/// there is no timer and no call.
class Sampling : public QObject {
    Q_OBJECT
    Q_PROPERTY(
        headroom::client::Daemon *daemon READ daemon WRITE setDaemon NOTIFY daemonChanged FINAL)
    Q_PROPERTY(bool running READ running WRITE setRunning NOTIFY runningChanged FINAL)

public:
    explicit Sampling(QObject *parent = nullptr);

    [[nodiscard]] Daemon *daemon() const { return m_daemon; }
    void setDaemon(Daemon *daemon);
    [[nodiscard]] bool running() const { return m_running; }
    void setRunning(bool running);

signals:
    void daemonChanged();
    void runningChanged();
    void appsMeasured(const HeadroomMeasures &measures);
    void machineMeasured(const HeadroomMachineMeasures &measures);
    void forgotten(); ///< the daemon that sent the figures is gone

private:
    void wake();
    void look();
    void answered();

    QPointer<Daemon> m_daemon;
    QTimer m_timer;
    bool m_running = false;
    int m_open = 0; ///< unanswered calls; no new ones are made before a slow daemon has answered
};

} // namespace headroom::client
