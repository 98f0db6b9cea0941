// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "apps.h"

#include <QSortFilterProxyModel>
#include <QTimer>
#include <vector>

namespace headroom::client {

/// Apps, what hurts first: those that Headroom keeps from running, then whoever stalls most, then whoever needs most memory, then by name.
/// The order is made anew with each look at the figures, unless somebody points at a row: it must not jump away under the hand. Until the first
/// figures are there nobody can point at anything yet.
class AppsByHurt : public QSortFilterProxyModel {
    Q_OBJECT
    Q_PROPERTY(bool settled READ settled WRITE setSettled NOTIFY settledChanged FINAL)

public:
    explicit AppsByHurt(QObject *parent = nullptr);

    void setSourceModel(QAbstractItemModel *source) override;
    [[nodiscard]] bool settled() const { return m_settled; } ///< rows stay where they are
    void setSettled(bool settled);

signals:
    void settledChanged();

protected:
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    void reorder();
    bool m_settled = false;
    bool m_measured = false; ///< there are figures
    bool m_first_figures = false; ///< and nothing is in order by them yet
    QTimer m_soon;
    std::vector<QMetaObject::Connection> m_connections; ///< to the source
};

} // namespace headroom::client
