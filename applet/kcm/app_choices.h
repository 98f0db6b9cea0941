// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "apps.h"

#include <QSortFilterProxyModel>
#include <QStandardItemModel>

namespace headroom::kcm {

/// Applications to pick from: those that run, then all that are installed, by name. setFilterFixedString() looks for a part of the name.
class AppChoices : public QSortFilterProxyModel {
    Q_OBJECT

public:
    enum Role { AppIdRole = Qt::UserRole + 1, NameRole, IconNameRole, RunningRole };

    AppChoices(client::Apps *running, QObject *parent);

    Q_INVOKABLE void
    refresh(); ///< what is installed and what runs now; it takes a moment, so it is done when somebody wants to pick
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    client::Apps *m_running;
    QStandardItemModel m_all;
};

} // namespace headroom::kcm
