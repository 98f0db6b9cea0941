// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sampling.h"

#include <QAbstractListModel>
#include <QPointer>
#include <optional>
#include <vector>

namespace headroom::client {

/// The applications that Headroom knows of, as they came. AppsByHurt has them in the order that they are shown in.
class Apps : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(
        headroom::client::Daemon *daemon READ daemon WRITE setDaemon NOTIFY daemonChanged FINAL)
    Q_PROPERTY(headroom::client::Sampling *sampling READ sampling WRITE setSampling NOTIFY
                   samplingChanged FINAL)
    Q_PROPERTY(int frozen READ frozen NOTIFY frozenChanged FINAL)

public:
    /// The figures are undefined in QML where they aren't known, which is not zero.
    enum Role {
        AppIdRole = Qt::UserRole + 1,
        NameRole,
        IconRole,
        StateRole, ///< "running", "napped", "freezing", "frozen", or a newer word
        FocusedRole,
        BoostedRole,
        WindowsRole,
        OwnUnitRole, ///< whether it can be frozen and closed at all
        HoldsRole,
        RuleRole, ///< "never", "normal", "eager"
        ReasonRole,
        MemoryRole, ///< bytes
        MemoryNeededRole, ///< bytes
        SwapRole, ///< bytes
        StallMemoryRole, ///< percent of the last ten seconds
        StallCpuRole,
        StallIoRole,
        StalledRole, ///< the largest of these three
        StalledForRole, ///< which it is: "memory", "cpu", "io"; empty: none is known
    };
    Q_ENUM(Role)

    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    [[nodiscard]] Daemon *daemon() const { return m_daemon; }
    void setDaemon(Daemon *daemon);
    [[nodiscard]] Sampling *sampling() const { return m_sampling; }
    void setSampling(Sampling *sampling);
    [[nodiscard]] int frozen() const { return m_frozen; } ///< how many stand still, or are about to

signals:
    void daemonChanged();
    void samplingChanged();
    void frozenChanged();
    void measured(); ///< all figures are new

private:
    struct App {
        QString path; ///< of its object on the bus
        QString id;
        QString name;
        QString icon;
        QString state;
        QString reason;
        QStringList holds;
        bool boosted = false;
        bool own_unit = false;
        uint windows = 0;
        QVariantMap measures;
    };

    void stateChanged();
    void propertiesChanged();
    void appChanged(const QString &path, const QVariantMap &properties);
    void appGone(const QString &path);
    void take(const HeadroomMeasures &measures);
    void clear();
    void countFrozen();
    [[nodiscard]] std::optional<qsizetype> find(const QString &path) const;
    [[nodiscard]] static std::pair<QVariant, QString> worst(const App &app);

    QPointer<Daemon> m_daemon;
    QPointer<Sampling> m_sampling;
    std::vector<App> m_apps;
    QVariantMap m_rules;
    QString m_focused;
    int m_frozen = 0;
};

} // namespace headroom::client
