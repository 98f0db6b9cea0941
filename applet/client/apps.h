// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sampling.h"

#include <QAbstractListModel>
#include <QPointer>
#include <optional>
#include <vector>

namespace headroom::client {

/// The apps that Headroom reports, in the order of their arrival. AppsByHurt puts them into the
/// order in which they are shown.
class Apps : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(
        headroom::client::Daemon *daemon READ daemon WRITE setDaemon NOTIFY daemonChanged FINAL)
    Q_PROPERTY(headroom::client::Sampling *sampling READ sampling WRITE setSampling NOTIFY
                   samplingChanged FINAL)
    Q_PROPERTY(int frozen READ frozen NOTIFY frozenChanged FINAL)

public:
    /// In QML, a figure that is not known is undefined, which is not zero.
    enum Role {
        AppIdRole = Qt::UserRole + 1,
        NameRole,
        IconRole,
        StateRole, ///< "running", "napped", "freezing", "frozen", or a newer word
        FocusedRole,
        BoostedRole,
        WindowsRole,
        OwnUnitRole, ///< whether it has a unit of its own; else it can't be frozen or closed
        HoldsRole,
        RuleRole, ///< "never", "normal", "eager", "foreground"
        ReasonRole,
        MemoryRole, ///< bytes
        MemoryNeededRole, ///< bytes
        NeedMeasuredRole, ///< whether gentle reclaim has found that out; otherwise an estimate
        LastNeedRole, ///< bytes that it needed when that was last found out, on …
        LastNeedDayRole, ///< … this day (noon)
        CanMeasureRole, ///< whether the daemon can find out what it needs
        MeasuringRole, ///< whether it does so now
        NeedAtMostRole, ///< bytes: what it has found until now
        NotMeasuredRole, ///< why the last request has found nothing; empty: none has failed
        SwapRole, ///< bytes
        StallMemoryRole, ///< percent of the last ten seconds, as the next two
        StallCpuRole,
        StallIoRole,
        StalledRole, ///< the largest of these three
        StalledForRole, ///< which it is: "memory", "cpu" or "io"; empty: none is known
        HurtRankRole, ///< the number of apps that are hurt more
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
    [[nodiscard]] int frozen() const { return m_frozen; } ///< number of frozen and freezing apps

signals:
    void daemonChanged();
    void samplingChanged();
    void frozenChanged();
    void measured(); ///< all figures were updated

private:
    struct App {
        QString path; ///< of its object on the bus
        QString id;
        QString name;
        QString icon;
        QString state;
        QString reason;
        QString rule = QStringLiteral("normal"); ///< older daemons don't publish it
        QStringList holds;
        bool boosted = false;
        bool own_unit = false;
        uint windows = 0;
        QVariantMap measures;
        std::optional<QVariantMap> measurement; ///< nullopt: the daemon doesn't have that
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
    [[nodiscard]] static QVariant measurement(const App &app, const QString &name);

    QPointer<Daemon> m_daemon;
    QPointer<Sampling> m_sampling;
    std::vector<App> m_apps;
    QString m_focused;
    int m_frozen = 0;
};

} // namespace headroom::client
