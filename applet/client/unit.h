// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QDBusPendingCall>
#include <QObject>
#include <QStringList>
#include <QVariantMap>

namespace headroom::client {

/// The unit in which the daemon runs, as systemd's user manager reports it: why there is no daemon,
/// and the way to start one. It follows systemd's signals and polls nothing.
class Unit : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Whether the daemon has crashed or could not start, and systemd doesn't try again.
    [[nodiscard]] bool isFailed() const { return m_active == QLatin1StringView{"failed"}; }
    /// Whether systemd starts the daemon now, or will do so shortly, after a crash.
    [[nodiscard]] bool isStarting() const
    {
        return m_active == QLatin1StringView{"activating"}
        || m_active == QLatin1StringView{"reloading"};
    }
    /// Whether systemd knows no such unit, because Headroom isn't installed.
    [[nodiscard]] bool isMissing() const { return m_load == QLatin1StringView{"not-found"}; }
    /// Whether systemd must not start the daemon (systemctl mask).
    [[nodiscard]] bool isMasked() const { return m_load == QLatin1StringView{"masked"}; }
    /// The command that removes the mask.
    [[nodiscard]] QString unmaskCommand() const;

    void follow(bool wanted); ///< it is followed while there is no daemon

    /// Has systemd start the daemon, also after it has failed too often. Unlike a start by the bus,
    /// this works without a file for activation.
    [[nodiscard]] QDBusPendingCall start();
    [[nodiscard]] QDBusPendingCall restart();

signals:
    void changed();

private slots: // called by name, when a D-Bus signal arrives
    void onChanged(const QString &interface, const QVariantMap &changed,
                   const QStringList &invalidated);
    void onReloading(bool begins);

private:
    void look();
    void take(const QVariantMap &properties);

    bool m_followed = false;
    QString m_active; ///< ActiveState; empty: not known, as for the next one
    QString m_load; ///< LoadState
    QString m_file; ///< FragmentPath: of a masked unit, the link that masks it
};

} // namespace headroom::client
