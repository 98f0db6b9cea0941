// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "kcm_page.h"

#include <KPluginMetaData>
#include <KQuickConfigModuleLoader>
#include <KSharedConfig>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QQmlContext>
#include <QQmlEngine>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>
#include <memory>

using namespace Qt::StringLiterals;

namespace kcm_page {

KCoreConfigSkeleton *Page::settings() const
{
    return qobject_cast<KCoreConfigSkeleton *>(
        qvariant_cast<QObject *>(module->property("settings")));
}

QAbstractItemModel *Page::rules() const
{
    return qvariant_cast<QAbstractItemModel *>(module->property("rules"));
}

QObject *Page::boost() const
{
    return qvariant_cast<QObject *>(module->property("boost"));
}

void Page::add(const QString &app) const
{
    QMetaObject::invokeMethod(rules(), "add", Q_ARG(QString, app));
}

void Page::setRule(int row, const QString &rule) const
{
    QMetaObject::invokeMethod(rules(), "setRule", Q_ARG(int, row), Q_ARG(QString, rule));
}

void Page::remove(int row) const
{
    QMetaObject::invokeMethod(rules(), "remove", Q_ARG(int, row));
}

QString Page::on_top() const
{
    QQuickItem *item =
        module->depth() > 1 ? module->subPage(module->depth() - 2) : module->mainUi();
    return qmlContext(item)->baseUrl().fileName();
}

QQuickItem *Page::shown(const QString &file) const
{
    QQuickItem *main = module->mainUi();
    if (file.isEmpty())
        return main;
    module->push(file);
    return module->subPage(0);
}

void Page::save() const
{
    QMetaObject::invokeMethod(module, "save");
}

Page loaded(QObject *parent, const QVariantList &arguments)
{
    KSharedConfig::openConfig(u"headroomrc"_s)->reparseConfiguration();
    auto engine = std::make_shared<QQmlEngine>();
    const auto found = KQuickConfigModuleLoader::loadModule(
        KPluginMetaData(QStringLiteral(HEADROOM_KCM)), parent, arguments, engine);
    if (!found)
        qFatal("%s", qPrintable(found.errorString));
    auto *module = qobject_cast<KQuickManagedConfigModule *>(found.plugin);
    QCoreApplication::processEvents(); // it finds its settings in this iteration
    QMetaObject::invokeMethod(module, "load");
    return {engine.get(), module};
}

void begin_anew()
{
    QFile::remove(rc());
    QFile::remove(system_rc());
    // Kirigami warns that it lacks a platform plugin without a desktop. The page can't avoid that.
    QTest::failOnWarning(QRegularExpression(u"^(?!Failed to find a Kirigami platform plugin)"_s));
}

QString rc()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        + u"/headroomrc"_s;
}

QString system_rc()
{
    return qEnvironmentVariable("XDG_CONFIG_DIRS") + u"/headroomrc"_s;
}

void write(const QString &path, const QByteArray &text)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray written()
{
    QFile file(rc());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray{};
}

} // namespace kcm_page
