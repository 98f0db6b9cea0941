// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "headroomrc.h"
#include "kcm_page.h"
#include "model/settings_schema.h"

#include <KCModuleData>
#include <KConfigGroup>
#include <KPluginFactory>
#include <KPluginMetaData>
#include <KQuickManagedConfigModule>
#include <KSharedConfig>
#include <QDir>
#include <QFile>
#include <QQmlListReference>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace kcm_page;

/// Headroom's page in System Settings: it opens, writes only what headroomrc(5) documents, and has
/// the daemon's schema.
class KcmTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void everySettingIsTheDaemons_data();
    void everySettingIsTheDaemons();
    void noSettingIsMissing();
    void isFoundByWhatPeopleType_data();
    void isFoundByWhatPeopleType();
    void hasADesktopFile();
    void opens();
    void everyPageOpens_data();
    void everyPageOpens();
    void everyPageSaysWhatIsWrong_data();
    void everyPageSaysWhatIsWrong();
    void everyPageSaysWhatIsRefused_data();
    void everyPageSaysWhatIsRefused();
    void opensThePageAskedFor_data();
    void opensThePageAskedFor();
    void anotherPageIsAskedForLater();
    void theAppletAsksForAPageThatThereIs();
    void writesWhatTheDaemonReads();
    void defaultsAreNotWritten();
    void leavesTheRestAlone();
    void rulesOfApps();
    void aRuleOfTheSystemCanBeTakenBack();
    void anAppIsExemptFromAPattern();
    void aPatternOfTheSystem();
    void whatIsFixedStays();
    void aWordThatIsNoRuleStays();
    void whatDiffersIsHighlighted_data();
    void whatDiffersIsHighlighted();

private:
    [[nodiscard]] Page page(const QVariantList &arguments = {})
    {
        return loaded(&m_kept, arguments);
    }
    [[nodiscard]] static bool canAdd(const Page &opened);

    QObject m_kept; ///< of it are the pages
};

void KcmTest::init()
{
    begin_anew();
}

void KcmTest::everySettingIsTheDaemons_data()
{
    QTest::addColumn<int>("which");
    for (int i = 0; i < static_cast<int>(std::size(headroom::generated_schema)); ++i)
        QTest::addRow("%s", headroom::generated_schema[i].name.data()) << i;
}

void KcmTest::everySettingIsTheDaemons()
{
    QFETCH(const int, which);
    const headroom::SettingSchema &schema = headroom::generated_schema[which];
    const QString name = QString::fromUtf8(schema.name);
    HeadroomRc settings;
    KConfigSkeletonItem *item = settings.findItem(name.section(u'/', 1));
    QVERIFY(item);
    QCOMPARE(item->group(), name.section(u'/', 0, 0));
    QCOMPARE(item->key(), name.section(u'/', 1));
    item->setDefault();
    if (schema.kind == headroom::SettingKind::Word) {
        const auto words = QString::fromUtf8(schema.words).split(u'|');
        QCOMPARE(words.value(item->property().toInt()), QString::fromUtf8(schema.usual));
        for (int i = 0; i < words.size(); ++i) {
            item->setProperty(i);
            settings.save();
            QCOMPARE(settings.config()
                         ->group(item->group())
                         .readEntry(item->key(), QString::fromUtf8(schema.usual)),
                     words[i]);
        }
        item->setProperty(static_cast<int>(words.size()));
        settings.save();
        QVERIFY2(!words.contains(
                     settings.config()->group(item->group()).readEntry(item->key(), u"none"_s)),
                 "there is one word more");
        return;
    }
    QCOMPARE(item->property().toString(), QString::fromUtf8(schema.usual));
    if (schema.kind != headroom::SettingKind::Flag) {
        QCOMPARE(item->minValue().toDouble(), schema.least);
        QCOMPARE(item->maxValue().toDouble(), schema.most);
    }
}

void KcmTest::noSettingIsMissing()
{
    QCOMPARE(HeadroomRc().items().size(),
             static_cast<qsizetype>(std::size(headroom::generated_schema)));
}

void KcmTest::isFoundByWhatPeopleType_data()
{
    QTest::addColumn<QString>("typed");
    for (const char *typed :
         {"headroom", "slow", "memory", "freeze", "swap", "out of memory", "CPU"})
        QTest::addRow("%s", typed) << QString::fromLatin1(typed);
}

/// KRunner, the menu's search and System Settings search a page's own metadata, and only if it has
/// a category.
void KcmTest::isFoundByWhatPeopleType()
{
    QFETCH(const QString, typed);
    const KPluginMetaData described(QStringLiteral(HEADROOM_KCM));
    QVERIFY(!described.value(u"X-KDE-System-Settings-Parent-Category"_s).isEmpty());
    QVERIFY(described.value(u"X-KDE-Keywords"_s).split(u',').contains(typed, Qt::CaseInsensitive));
}

/// For favourites, and for programs that open pages by their desktop files. No menu shows it, or
/// searches would find the page twice.
void KcmTest::hasADesktopFile()
{
    const KConfig file(QStringLiteral(HEADROOM_KCM_DESKTOP), KConfig::SimpleConfig);
    const auto entry = file.group(u"Desktop Entry"_s);
    QCOMPARE(entry.readEntry("Exec"), u"systemsettings kcm_headroom"_s);
    QVERIFY(entry.readEntry("NoDisplay", false));
}

void KcmTest::opens()
{
    const auto opened = page();
    QVERIFY(opened.module->mainUi());
    QCOMPARE(opened.module->errorString(), QString{});
    QVERIFY(!opened.module->needsSave());
    QVERIFY(opened.module->representsDefaults());
    QVERIFY2(!QFile::exists(rc()), "looking writes nothing");
}

void KcmTest::everyPageOpens_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"Rules.qml", "Limits.qml", "Capabilities.qml"})
        QTest::addRow("%s", file) << QString::fromLatin1(file);
}

void KcmTest::everyPageOpens()
{
    QFETCH(const QString, file);
    const auto opened = page();
    QVERIFY(opened.module->mainUi());
    opened.module->push(file);
    QCOMPARE(opened.module->depth(), 2);
}

void KcmTest::everyPageSaysWhatIsWrong_data()
{
    everyPageOpens_data();
    QTest::addRow("main.qml") << QString{};
}

/// No daemon runs on the bus of this test.
void KcmTest::everyPageSaysWhatIsWrong()
{
    QFETCH(const QString, file);
    const auto opened = page();
    const auto *trouble = opened.shown(file)->findChild<QObject *>(u"trouble"_s);
    QVERIFY(trouble);
    QTRY_VERIFY(trouble->property("text").toString().startsWith(u"Headroom Is Not Running\n"_s));
}

void KcmTest::everyPageSaysWhatIsRefused_data()
{
    everyPageSaysWhatIsWrong_data();
}

/// systemd is not on the bus of this test, either.
void KcmTest::everyPageSaysWhatIsRefused()
{
    QFETCH(const QString, file);
    const auto opened = page();
    const QQuickItem *shown = opened.shown(file);
    const auto *refusal = shown->findChild<QObject *>(u"refusal"_s);
    QVERIFY(refusal);
    const auto said = [refusal] { return refusal->property("plainText").toString(); };
    QCOMPARE(said(), QString{});
    QMetaObject::invokeMethod(qvariant_cast<QObject *>(opened.module->property("daemon")), "start");
    QTRY_VERIFY(!said().isEmpty());
    const QQmlListReference actions(shown->findChild<QObject *>(u"trouble"_s), "actions");
    QMetaObject::invokeMethod(actions.at(0), "trigger");
    QVERIFY2(said().isEmpty(), "it would seem to be the answer to this request");
    QTRY_VERIFY(!said().isEmpty());
    if (!file.isEmpty())
        return;
    QMetaObject::invokeMethod(shown->findChild<QObject *>(u"remedy"_s), "clicked");
    QVERIFY2(said().isEmpty(), "nor does it outlive a click on the button for the state");
    QTRY_VERIFY(!said().isEmpty());
}

void KcmTest::opensThePageAskedFor_data()
{
    QTest::addColumn<QVariantList>("arguments");
    QTest::addColumn<QString>("file");
    QTest::addRow("none") << QVariantList{} << u"main.qml"_s;
    QTest::addRow("capabilities") << QVariantList{u"capabilities"_s} << u"Capabilities.qml"_s;
    QTest::addRow("limits") << QVariantList{u"limits"_s} << u"Limits.qml"_s;
    QTest::addRow("rules") << QVariantList{u"rules"_s} << u"Rules.qml"_s;
    QTest::addRow("no page") << QVariantList{u"Rules.qml"_s, 3} << u"main.qml"_s;
}

void KcmTest::opensThePageAskedFor()
{
    QFETCH(const QVariantList, arguments);
    const auto opened = page(arguments);
    QVERIFY(opened.module->mainUi());
    QTEST(opened.on_top(), "file");
    opened.module->mainUi();
    QTEST(opened.on_top(), "file");
    QVERIFY(opened.module->depth() <= 2);
}

void KcmTest::anotherPageIsAskedForLater()
{
    const auto opened = page({u"rules"_s});
    QVERIFY(opened.module->mainUi());
    emit opened.module->activationRequested({});
    QCOMPARE(opened.on_top(), u"Rules.qml"_s);
    emit opened.module->activationRequested({u"capabilities"_s});
    QCOMPARE(opened.on_top(), u"Capabilities.qml"_s);
    QCOMPARE(opened.module->depth(), 2);
}

void KcmTest::theAppletAsksForAPageThatThereIs()
{
    QFile file{QStringLiteral(HEADROOM_APPLET)};
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QRegularExpression call{
        u"onExplanationWanted:\\s*KCMUtils\\.KCMLauncher\\.openSystemSettings"
        "\\(\\s*\"kcm_headroom\",\\s*\\[\"(\\w+)\"\\]\\)"_s};
    const auto asked = call.match(QString::fromUtf8(file.readAll()));
    QVERIFY(asked.hasMatch());
    const auto opened = page({asked.captured(1)});
    QVERIFY(opened.module->mainUi());
    QCOMPARE(opened.on_top(), u"Capabilities.qml"_s);
}

void KcmTest::writesWhatTheDaemonReads()
{
    const auto opened = page();
    opened.settings()->setProperty("response", 1);
    opened.settings()->setProperty("cpuWeight", 800);
    opened.settings()->setProperty("notifications", false);
    opened.settings()->setProperty("uiMemoryHigh", 12.0);
    QVERIFY(opened.module->needsSave());
    QVERIFY(!opened.module->representsDefaults());
    opened.save();
    QVERIFY(!opened.module->needsSave());
    QCOMPARE(written(),
             "[Boost]\nCpuWeight=800\n\n[General]\nNotifications=false\n\n[Pressure]\nResponse="
             "warn\nUiMemoryHigh=12\n");
}

void KcmTest::defaultsAreNotWritten()
{
    write(rc(), "[Pressure]\nResponse=off\n\n[App-firefox]\nRule=never\n");
    const auto opened = page();
    QCOMPARE(opened.settings()->property("response").toInt(), 0);
    QMetaObject::invokeMethod(opened.module, "defaults");
    QVERIFY(opened.module->needsSave());
    QVERIFY(opened.module->representsDefaults());
    opened.save();
    QCOMPARE(written().trimmed(), "");
}

void KcmTest::leavesTheRestAlone()
{
    write(rc(), "# mine\n[Later]\nSetting=x\n\n[Boost]\nIoWeight=700\n");
    const auto opened = page();
    opened.settings()->setProperty("cpuWeight", 600);
    opened.save();
    QVERIFY(written().contains("[Later]\nSetting=x\n"));
    QVERIFY(written().contains("IoWeight=700\n"));
    QVERIFY(written().contains("CpuWeight=600\n"));
}

void KcmTest::rulesOfApps()
{
    write(rc(), "[App-org.kde.kate]\nRule=eager\n");
    const auto opened = page();
    QCOMPARE(opened.rules()->rowCount(), 1);
    opened.add(u"org.kde.kate"_s);
    QCOMPARE(opened.rules()->rowCount(), 1);
    QVERIFY(!opened.module->needsSave());
    const QString odd = u"<b>x</b> [y]=ü/z"_s;
    opened.add(odd);
    QVERIFY(opened.module->needsSave());
    opened.setRule(0, u"normal"_s);
    opened.save();
    QVERIFY(!opened.module->needsSave());
    QVERIFY(!written().contains("kate"));
    const auto again = page();
    QCOMPARE(again.rules()->rowCount(), 1);
    QCOMPARE(again.rules()->index(0, 0).data(Qt::UserRole + 1).toString(), odd);
}

void KcmTest::aRuleOfTheSystemCanBeTakenBack()
{
    write(system_rc(), "[App-firefox]\nRule=never\n");
    const auto opened = page();
    QVERIFY(opened.module->representsDefaults());
    opened.setRule(0, u"normal"_s);
    QVERIFY(!opened.module->representsDefaults());
    opened.save();
    QCOMPARE(written(), "[App-firefox]\nRule=normal\n");
    const auto again = page();
    QCOMPARE(again.rules()->rowCount(), 0);
    QMetaObject::invokeMethod(again.module, "defaults");
    QCOMPARE(again.rules()->rowCount(), 1);
    again.save();
    QCOMPARE(written().trimmed(), "");
}

void KcmTest::anAppIsExemptFromAPattern()
{
    write(rc(), "[App-x*]\nRule=never\n");
    const auto opened = page();
    opened.add(u"xy"_s);
    opened.setRule(1, u"normal"_s);
    QVERIFY(opened.module->needsSave());
    opened.save();
    QVERIFY(!opened.module->needsSave());
    QCOMPARE(written(), "[App-x*]\nRule=never\n\n[App-xy]\nRule=normal\n");

    const auto again = page();
    QVERIFY(!again.module->needsSave());
    QCOMPARE(again.rules()->rowCount(), 2);
    again.setRule(1, u"eager"_s);
    again.setRule(1, u"normal"_s);
    QVERIFY(!again.module->needsSave());
    again.remove(1);
    QVERIFY(again.module->needsSave());
    again.save();
    QCOMPARE(written().trimmed(), "[App-x*]\nRule=never");

    write(rc(), "[App-x*]\nRule=never\n\n[App-xy]\nRule=normal\n");
    const auto last = page();
    last.remove(0);
    last.save();
    QCOMPARE(written().trimmed(), "");
    QCOMPARE(page().rules()->rowCount(), 0);
}

void KcmTest::aPatternOfTheSystem()
{
    write(system_rc(), "[App-x*]\nRule=never\n\n[App-xy]\nRule=eager\n");
    const auto opened = page();
    QCOMPARE(opened.rules()->rowCount(), 2);
    QVERIFY(opened.module->representsDefaults());
    opened.remove(1);
    opened.save();
    QCOMPARE(written(), "[App-xy]\nRule=normal\n");
    const auto again = page();
    QCOMPARE(again.rules()->rowCount(), 2);
    QVERIFY(!again.module->representsDefaults());
    QMetaObject::invokeMethod(again.module, "defaults");
    again.save();
    QCOMPARE(written().trimmed(), "");
}

/// Whether an app can be added on the page with the rules.
bool KcmTest::canAdd(const Page &opened)
{
    const QQmlListReference actions(opened.shown(u"Rules.qml"_s), "actions");
    return actions.at(0)->property("enabled").toBool();
}

void KcmTest::whatIsFixedStays()
{
    write(system_rc(),
          "[App-firefox][$i]\nRule=never\n\n[App-chromium][$i]\nOther=1\n\n"
          "[Pressure]\nResponse[$i]=warn\n");
    const auto opened = page();
    opened.add(u"chromium"_s); // it could not be saved
    QCOMPARE(opened.rules()->rowCount(), 1);
    QVERIFY(opened.settings()->isImmutable(u"Response"_s));
    opened.setRule(0, u"eager"_s);
    QVERIFY(!opened.module->needsSave());
    opened.save();
    QCOMPARE(written().trimmed(), "");
    QVERIFY2(canAdd(opened), "there may be rules for other apps");

    write(system_rc(), "[$i]\n[App-firefox]\nRule=never\n");
    const auto fixed = page();
    fixed.add(u"chromium"_s);
    QCOMPARE(fixed.rules()->rowCount(), 1);
    QVERIFY(!canAdd(fixed));
}

void KcmTest::aWordThatIsNoRuleStays()
{
    write(rc(), "[App-firefox]\nRule=sometimes\n");
    const auto opened = page();
    QCOMPARE(opened.rules()->rowCount(), 0);
    opened.settings()->setProperty("cpuWeight", 600);
    opened.save();
    QVERIFY(written().contains("Rule=sometimes\n"));
}

void KcmTest::whatDiffersIsHighlighted_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("defaults");
    QTest::addRow("nothing") << ""_ba << true;
    QTest::addRow("a setting") << "[Boost]\nCpuWeight=700\n"_ba << false;
    QTest::addRow("a rule for an app") << "[App-firefox]\nRule=never\n"_ba << false;
    QTest::addRow("a rule that is none") << "[App-firefox]\nRule=normal\n"_ba << true;
}

/// In System Settings' list of pages, where no page is open yet.
void KcmTest::whatDiffersIsHighlighted()
{
    QFETCH(const QByteArray, text);
    write(rc(), text);
    KSharedConfig::openConfig(u"headroomrc"_s)->reparseConfiguration();
    const auto found = KPluginFactory::instantiatePlugin<KCModuleData>(
        KPluginMetaData(QStringLiteral(HEADROOM_KCM)), &m_kept);
    QVERIFY(found.plugin);
    QTEST(found.plugin->isDefaults(), "defaults");
    write(rc(), "[App-chromium]\nRule=eager\n");
    KSharedConfig::openConfig(u"headroomrc"_s)->reparseConfiguration();
    QVERIFY2(!found.plugin->isDefaults(), "a rule was made since");
}

QTEST_MAIN(KcmTest)

#include "kcm_test.moc"
