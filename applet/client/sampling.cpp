// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sampling.h"

#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <chrono>

namespace headroom::client {

namespace {

/// The kernel updates its averages every two seconds; sampling faster adds nothing.
constexpr std::chrono::seconds period{2};

} // namespace

Sampling::Sampling(QObject *parent) : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(period);
    connect(&m_timer, &QTimer::timeout, this, &Sampling::look);
}

void Sampling::setDaemon(Daemon *daemon)
{
    if (daemon == m_daemon)
        return;
    if (m_daemon)
        disconnect(m_daemon, nullptr, this, nullptr);
    m_daemon = daemon;
    if (daemon)
        connect(daemon, &Daemon::stateChanged, this, &Sampling::wake);
    emit daemonChanged();
    wake();
}

void Sampling::setRunning(bool running)
{
    if (running == m_running)
        return;
    m_running = running;
    emit runningChanged();
    wake();
}

void Sampling::wake()
{
    const bool ready = m_daemon && m_daemon->state() == Daemon::Ready;
    if (!ready)
        emit forgotten();
    if (!ready || !m_running)
        m_timer.stop();
    else if (!m_timer.isActive() && m_open == 0)
        look();
}

void Sampling::look()
{
    if (!m_daemon || !m_daemon->manager())
        return;
    const auto ask = [this]<typename Measures>(const QDBusPendingReply<Measures> &call,
                                               void (Sampling::*report)(const Measures &)) {
        ++m_open;
        auto *watcher = new QDBusPendingCallWatcher(call, this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this,
                [this, report](QDBusPendingCallWatcher *finished) {
                    finished->deleteLater();
                    const QDBusPendingReply<Measures> reply = *finished;
                    if (!reply.isError() && m_daemon && m_daemon->state() == Daemon::Ready)
                        emit(this->*report)(reply.value());
                    answered();
                });
    };
    ask(m_daemon->manager()->Measure(), &Sampling::appsMeasured);
    ask(m_daemon->manager()->MeasureMachine(), &Sampling::machineMeasured);
}

void Sampling::answered()
{
    if (--m_open == 0 && m_running && m_daemon && m_daemon->state() == Daemon::Ready)
        m_timer.start();
}

} // namespace headroom::client
