// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "app_face.h"

#include <QTest>

using namespace Qt::StringLiterals;

/// How an app is named to users. Any desktop file can set its name.
class AppFaceTest : public QObject {
    Q_OBJECT

private slots:
    void aNameCanBeSeen_data();
    void aNameCanBeSeen();
};

void AppFaceTest::aNameCanBeSeen_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shown");
    QTest::addRow("usual") << u"Kate"_s << u"Kate"_s;
    QTest::addRow("with invisible characters") << u"\u202eKa\u200bte\n"_s << u"Kate"_s;
    QTest::addRow("none") << QString{} << u"org.kde.kate"_s;
    QTest::addRow("only spaces") << u" \t\n"_s << u"org.kde.kate"_s;
    QTest::addRow("only invisible characters") << u"\u200b\u2060\x07"_s << u"org.kde.kate"_s;
}

void AppFaceTest::aNameCanBeSeen()
{
    QFETCH(const QString, name);
    QTEST(headroom::client::displayable_name(name, u"org.kde.kate"_s), "shown");
}

QTEST_GUILESS_MAIN(AppFaceTest)
#include "app_face_test.moc"
