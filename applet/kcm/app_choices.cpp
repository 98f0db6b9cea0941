// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "app_choices.h"

#include "app_face.h"

#include <KApplicationTrader>
#include <QSet>

using namespace Qt::StringLiterals;

namespace headroom::kcm {

AppChoices::AppChoices(client::Apps *running, QObject *parent)
    : QSortFilterProxyModel(parent), m_running(running)
{
    setSourceModel(&m_all);
    setFilterRole(NameRole);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
    setDynamicSortFilter(true);
    sort(0);
}

QHash<int, QByteArray> AppChoices::roleNames() const
{
    return {{AppIdRole, "appId"},
            {NameRole, "name"},
            {IconNameRole, "iconName"},
            {RunningRole, "running"}};
}

void AppChoices::refresh()
{
    m_all.clear();
    QSet<QString> listed;
    QList<QStandardItem *> items;
    const auto list = [&](const QString &app, const QString &name, const QString &icon,
                          bool running) {
        if (app.isEmpty() || listed.contains(app))
            return;
        listed.insert(app);
        auto *item = new QStandardItem;
        item->setData(app, AppIdRole);
        item->setData(name, NameRole);
        item->setData(icon, IconNameRole);
        item->setData(running, RunningRole);
        items.append(item);
    };
    for (int row = 0; row < m_running->rowCount(); ++row) {
        const auto index = m_running->index(row);
        const QString app = index.data(client::Apps::AppIdRole).toString();
        if (app.contains(u':'))
            continue; // a terminal's tab: the rule would end with it
        list(app, index.data(client::Apps::NameRole).toString(),
             index.data(client::Apps::IconRole).toString(), true);
    }
    const auto installed = KApplicationTrader::query(
        [](const KService::Ptr &service) { return !service->noDisplay(); });
    for (const KService::Ptr &service : installed) {
        QString app = service->menuId();
        app.chop(app.endsWith(".desktop"_L1) ? 8 : 0);
        list(app, client::displayable_name(service->name(), app), service->icon(), false);
    }
    m_all.invisibleRootItem()->appendRows(items);
}

bool AppChoices::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const bool runs = left.data(RunningRole).toBool();
    if (runs != right.data(RunningRole).toBool())
        return runs;
    return QString::localeAwareCompare(left.data(NameRole).toString(),
                                       right.data(NameRole).toString())
        < 0;
}

} // namespace headroom::kcm
