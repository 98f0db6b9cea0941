// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "daemon.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace headroom::client {

/// Asks the daemon for figures every two seconds, as long as somebody looks. Nobody looks: no timer, no call.
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
    void forgotten(); ///< the daemon that all figures so far came from is gone

private:
    void wake();
    void look();
    void answered();

    QPointer<Daemon> m_daemon;
    QTimer m_timer;
    bool m_running = false;
    int m_open = 0; ///< calls without an answer yet: a daemon that is slow isn't asked again
};

} // namespace headroom::client
