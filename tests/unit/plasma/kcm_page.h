// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <KCoreConfigSkeleton>
#include <KQuickManagedConfigModule>
#include <QAbstractItemModel>
#include <QQuickItem>
#include <QVariantList>

class QQmlEngine;

/// Headroom's page in System Settings, loaded as System Settings loads it.
namespace kcm_page {

struct Page {
    QQmlEngine *engine;
    KQuickManagedConfigModule *module;

    [[nodiscard]] KCoreConfigSkeleton *settings() const;
    [[nodiscard]] QAbstractItemModel *rules() const;
    [[nodiscard]] QObject *boost() const;
    void add(const QString &app) const;
    void setRule(int row, const QString &rule) const;
    void remove(int row) const;
    /// The file name of the top page.
    [[nodiscard]] QString on_top() const;
    /// The page of this file on top; the main page if it is empty.
    [[nodiscard]] QQuickItem *shown(const QString &file) const;
    void save() const;
};

/// The parent keeps what is loaded.
[[nodiscard]] Page loaded(QObject *parent, const QVariantList &arguments = {});

/// For each test: no file of settings is left over, and a warning fails it.
void begin_anew();

[[nodiscard]] QString rc(); ///< the user's file
[[nodiscard]] QString system_rc();
void write(const QString &path, const QByteArray &text);
[[nodiscard]] QByteArray written(); ///< the text of the user's file

} // namespace kcm_page
