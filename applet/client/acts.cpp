// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "acts.h"

#include "app_face.h"
#include "pending_call.h"

#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

using namespace Qt::StringLiterals;

namespace headroom::client {

int Acts::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_acts.size());
}

QHash<int, QByteArray> Acts::roleNames() const
{
    return {{TimeRole, "time"},
            {ActionRole, "action"},
            {AppIdRole, "appId"},
            {ReasonRole, "reason"},
            {IconRole, "iconName"}};
}

QVariant Acts::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Act &act = m_acts[static_cast<std::size_t>(index.row())];
    switch (role) {
    case TimeRole: return act.time;
    case ActionRole: return act.action;
    case AppIdRole: return act.app;
    case Qt::DisplayRole:
    case ReasonRole: return act.reason;
    case IconRole: return face_of(act.app).icon;
    default: return {};
    }
}

void Acts::setDaemon(Daemon *daemon)
{
    if (daemon == m_daemon)
        return;
    if (m_daemon)
        disconnect(m_daemon, nullptr, this, nullptr);
    clear();
    m_daemon = daemon;
    if (daemon) {
        connect(daemon, &Daemon::stateChanged, this, &Acts::stateChanged);
        connect(daemon, &Daemon::acted, this,
                [this](const QString &action, const QString &app, const QString & /*unit*/,
                       const QString &reason, bool news) {
                    m_actedSinceAsked = true;
                    if (news && m_daemon->state() == Daemon::Ready)
                        take({QDateTime::currentDateTime(), action, app, displayable_text(reason)});
                });
        stateChanged();
    }
    emit daemonChanged();
}

void Acts::stateChanged()
{
    if (m_daemon->state() == Daemon::Ready)
        return requestHistory();
    clear();
    setKnown(true);
}

void Acts::requestHistory()
{
    setKnown(false);
    m_actedSinceAsked = false;
    auto *watcher = new QDBusPendingCallWatcher(m_daemon->manager()->History(0), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this, asked = m_daemon->manager()](QDBusPendingCallWatcher *finished) {
                finished->deleteLater();
                const QDBusPendingReply<HeadroomHistory> reply = *finished;
                if (!m_daemon || m_daemon->manager() != asked)
                    return;
                if (reply.isError() && !is_late(reply.error()))
                    return; // a daemon that has no history
                // Nothing else would ask a slow daemon again. And an answer after an act may be
                // from before it.
                if (reply.isError() || m_actedSinceAsked)
                    return requestHistory();
                clear();
                const auto past = reply.value();
                for (const HeadroomHistoryEntry &entry : past) {
                    if (!entry.isNews)
                        continue;
                    take({QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(entry.timeUs / 1000)),
                          entry.action, entry.app, displayable_text(entry.reason)});
                }
                setKnown(true);
            });
}

void Acts::take(const Act &act)
{
    beginInsertRows({}, 0, 0);
    m_acts.push_front(act);
    endInsertRows();
    if (m_acts.size() > most) {
        beginRemoveRows({}, rowCount() - 1, rowCount() - 1);
        m_acts.pop_back();
        endRemoveRows();
    }
}

void Acts::clear()
{
    beginResetModel();
    m_acts.clear();
    endResetModel();
}

void Acts::setKnown(bool known)
{
    if (known == m_known)
        return;
    m_known = known;
    emit knownChanged();
}

} // namespace headroom::client
