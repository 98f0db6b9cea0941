// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "apps_by_hurt.h"

#include <limits>

namespace headroom::client {

namespace {

/// Smaller is worse. Apps without figures are last.
quint64 rank(const QModelIndex &app)
{
    const QVariant known = app.data(Apps::HurtRankRole);
    return known.isValid() ? known.toULongLong() : std::numeric_limits<quint64>::max();
}

} // namespace

AppsByHurt::AppsByHurt(QObject *parent) : QSortFilterProxyModel(parent)
{
    setDynamicSortFilter(false); // else each new figure moves its row
    m_soon.setSingleShot(true);
    m_soon.setInterval(0); // sorts once when many signals arrive in one turn
    connect(&m_soon, &QTimer::timeout, this, &AppsByHurt::reorder);
    connect(this, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex & /*parent*/, int first, int last) {
                for (int row = first; row <= last; ++row)
                    emit appGone(index(row, 0).data(Apps::AppIdRole).toString());
            });
}

void AppsByHurt::setSourceModel(QAbstractItemModel *source)
{
    for (const auto &connection : m_connections)
        disconnect(connection);
    m_connections.clear();
    QSortFilterProxyModel::setSourceModel(source);
    if (const auto *apps = qobject_cast<Apps *>(source)) {
        const auto soon = [this] { m_soon.start(); };
        m_connections = {
            connect(apps, &QAbstractItemModel::modelReset, this, [this] { m_measured = false; }),
            connect(apps, &Apps::measured, this, soon),
            connect(apps, &Apps::measured, this,
                    [this] {
                        m_first_figures = m_first_figures || !m_measured;
                        m_measured = true;
                    }),
            connect(apps, &QAbstractItemModel::rowsInserted, this, soon)};
    }
    m_soon.start();
}

void AppsByHurt::setSettled(bool settled)
{
    if (settled == m_settled)
        return;
    m_settled = settled;
    emit settledChanged();
    m_soon.start();
}

void AppsByHurt::reorder()
{
    if (m_settled && m_measured && !m_first_figures)
        return;
    m_first_figures = false;
    sort(0);
}

bool AppsByHurt::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    if (const auto one = rank(left), other = rank(right); one != other)
        return one < other;
    if (const int names = QString::localeAwareCompare(left.data(Apps::NameRole).toString(),
                                                      right.data(Apps::NameRole).toString());
        names != 0)
        return names < 0;
    return left.data(Apps::AppIdRole).toString() < right.data(Apps::AppIdRole).toString();
}

} // namespace headroom::client
