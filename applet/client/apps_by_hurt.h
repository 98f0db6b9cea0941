// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "apps.h"

#include <QSortFilterProxyModel>
#include <QTimer>
#include <vector>

namespace headroom::client {

/// Sorts apps by how badly they are hit, as the daemon ranks them, then by name. New figures sort
/// them again, unless the user points at a row, which must not move away under the pointer. The
/// first figures always sort them.
class AppsByHurt : public QSortFilterProxyModel {
    Q_OBJECT
    Q_PROPERTY(bool settled READ settled WRITE setSettled NOTIFY settledChanged FINAL)

public:
    explicit AppsByHurt(QObject *parent = nullptr);

    void setSourceModel(QAbstractItemModel *source) override;
    [[nodiscard]] bool settled() const { return m_settled; } ///< rows keep their place
    void setSettled(bool settled);

signals:
    void settledChanged();
    void appGone(const QString &app); ///< its row is about to be removed

protected:
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    void reorder();
    bool m_settled = false;
    bool m_measured = false; ///< there are figures
    bool m_first_figures = false; ///< and rows are not sorted by them yet
    QTimer m_soon;
    std::vector<QMetaObject::Connection> m_connections; ///< to the source
};

} // namespace headroom::client
