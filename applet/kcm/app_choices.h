// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "apps.h"

#include <QSortFilterProxyModel>
#include <QStandardItemModel>

namespace headroom::kcm {

/// Apps to pick from: first the running ones, then all installed ones, each sorted by name.
/// setFilterFixedString() searches the names.
class AppChoices : public QSortFilterProxyModel {
    Q_OBJECT

public:
    enum Role { AppIdRole = Qt::UserRole + 1, NameRole, IconNameRole, RunningRole };

    AppChoices(client::Apps *running, QObject *parent);

    /// Lists the installed and the running apps anew. It takes a moment, so call it only when the
    /// user is about to pick one.
    Q_INVOKABLE void refresh();
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    client::Apps *m_running;
    QStandardItemModel m_all;
};

} // namespace headroom::kcm
