// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QObject>
#include <qqmlintegration.h>

/// A fake user manager with Headroom's unit, on the test's private bus.
class FakeSystemd : public QDBusVirtualObject {
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON
    Q_PROPERTY(QString refusal MEMBER m_refusal) ///< what a job fails with; empty: it doesn't
    /// The calls in order, like "StartUnit headroomd.service replace", without those that read.
    Q_PROPERTY(QStringList calls READ calls)

public:
    explicit FakeSystemd(QObject *parent = nullptr);

    [[nodiscard]] QStringList calls() const { return m_calls; }

    Q_INVOKABLE void reset(); ///< appears, with a unit that is stopped
    Q_INVOKABLE void vanish();
    /// Changes the unit, and emits the signal if a client has subscribed.
    Q_INVOKABLE void change(const QString &activeState, const QString &loadState);
    /// systemd reads its files again. file: the unit's, or the link that masks it. No signal of the
    /// unit reports what has changed.
    Q_INVOKABLE void reload(const QString &loadState, const QString &file);

    [[nodiscard]] QString introspect(const QString &path) const override;
    bool handleMessage(const QDBusMessage &message, const QDBusConnection &connection) override;

private:
    QDBusConnection m_bus;
    QString m_active;
    QString m_load;
    QString m_file;
    QString m_refusal;
    QStringList m_calls;
    bool m_subscribed = false;
};
