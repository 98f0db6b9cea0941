// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "apps_by_hurt.h"

#include <tuple>

using namespace Qt::StringLiterals;

namespace headroom::client {

namespace {

/// A sort key; smaller is worse, so that tuples compare in the order in which rows are shown.
auto hurt(const QModelIndex &app)
{
    const QString state = app.data(Apps::StateRole).toString();
    const int held = state == "frozen"_L1 || state == "freezing"_L1 ? 0
        : state == "napped"_L1                                      ? 1
                                                                    : 2;
    // Whole percents and steps of 16 MiB, so that nearly equal rows don't swap places all the time.
    const auto figure = [&app](Apps::Role role, double step) {
        const QVariant value = app.data(role);
        return value.isValid() ? -static_cast<qint64>(value.toDouble() / step) : 1;
    };
    const qint64 stalled = figure(Apps::StalledRole, 1);
    qint64 memory = figure(Apps::MemoryNeededRole, 1U << 24U);
    if (memory > 0)
        memory = figure(Apps::MemoryRole, 1U << 24U);
    return std::tuple{held, stalled, memory, app.data(Apps::FocusedRole).toBool() ? 0 : 1};
}

} // namespace

AppsByHurt::AppsByHurt(QObject *parent) : QSortFilterProxyModel(parent)
{
    setDynamicSortFilter(false); // else each new figure moves its row
    m_soon.setSingleShot(true);
    m_soon.setInterval(0); // sorts once when many signals arrive in one turn
    connect(&m_soon, &QTimer::timeout, this, &AppsByHurt::reorder);
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
            connect(apps, &Apps::frozenChanged, this, soon),
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
    const auto one = hurt(left);
    const auto other = hurt(right);
    if (one != other)
        return one < other;
    if (const int names = QString::localeAwareCompare(left.data(Apps::NameRole).toString(),
                                                      right.data(Apps::NameRole).toString());
        names != 0)
        return names < 0;
    return left.data(Apps::AppIdRole).toString() < right.data(Apps::AppIdRole).toString();
}

} // namespace headroom::client
