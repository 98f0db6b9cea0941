// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <KLocalizedQmlContext>
#include <QQmlContext>
#include <QQmlEngine>
#include <QtQuickTest>

/// Provides i18n() and its like, as Plasma does for an applet.
class Setup : public QObject {
    Q_OBJECT

public slots:
    void qmlEngineAvailable(QQmlEngine *engine)
    {
        auto *words = new KLocalizedQmlContext(engine);
        words->setTranslationDomain(QStringLiteral("plasma_applet_org.headroomd.headroom"));
        engine->rootContext()->setContextObject(words);
    }
};

QUICK_TEST_MAIN_WITH_SETUP(plasma, Setup)

#include "main.moc"
