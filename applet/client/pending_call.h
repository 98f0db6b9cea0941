// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QDBusError>
#include <QDBusPendingCall>
#include <QDBusPendingCallWatcher>
#include <utility>

namespace headroom::client {

/// Passes on the finished call, unless the receiver is gone by then.
template<typename Then>
void when_answered(const QDBusPendingCall &call, QObject *receiver, Then then)
{
    auto *watcher = new QDBusPendingCallWatcher(call, receiver);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, receiver,
                     [then = std::move(then)](QDBusPendingCallWatcher *finished) {
                         finished->deleteLater();
                         then(*finished);
                     });
}

/// Whether a call has failed only because the answer did not come in time.
[[nodiscard]] inline bool is_late(const QDBusError &error)
{
    const auto type = error.type();
    return type == QDBusError::NoReply || type == QDBusError::Timeout
        || type == QDBusError::TimedOut;
}

} // namespace headroom::client
