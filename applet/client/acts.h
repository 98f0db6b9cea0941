// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "daemon.h"

#include <QAbstractListModel>
#include <QDateTime>
#include <QPointer>
#include <deque>

namespace headroom::client {

/// The latest acts that are news to users, newest first.
class Acts : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(
        headroom::client::Daemon *daemon READ daemon WRITE setDaemon NOTIFY daemonChanged FINAL)
    Q_PROPERTY(bool known READ known NOTIFY knownChanged FINAL)

public:
    enum Role { TimeRole = Qt::UserRole + 1, ActionRole, AppIdRole, ReasonRole, IconRole };
    static constexpr std::size_t most = 50;

    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    [[nodiscard]] Daemon *daemon() const { return m_daemon; }
    void setDaemon(Daemon *daemon);
    /// Whether there are no other acts. Until the daemon has reported its history, there may be.
    [[nodiscard]] bool known() const { return m_known; }

signals:
    void daemonChanged();
    void knownChanged();

private:
    struct Act {
        QDateTime time;
        QString action;
        QString app;
        QString reason;
    };

    void stateChanged();
    void requestHistory();
    void take(const Act &act);
    void clear();
    void setKnown(bool known);

    QPointer<Daemon> m_daemon;
    bool m_known = true;
    bool m_actedSinceAsked = false; ///< for the history
    std::deque<Act> m_acts; ///< newest first
};

} // namespace headroom::client
