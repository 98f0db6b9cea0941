// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "kcm_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QQmlContext>
#include <QQmlProperty>
#include <QQuickWindow>
#include <QTest>
#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;
using namespace kcm_page;

/// The controls on Headroom's page in System Settings: what they say, and what they change, by keys
/// as a user would.
class KcmControlsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { begin_anew(); }
    void everyNumberHasItsBoundsNameAndHelp_data();
    void everyNumberHasItsBoundsNameAndHelp();
    void whatIsTypedCountsAtOnce();
    void whatIsOutOfBoundsDoesNotCount();
    void aNumberThatWasTypedIsReset();
    void aFractionIsLeftAlone();
    void everyChoiceHasItsNameAndHelp_data();
    void everyChoiceHasItsNameAndHelp();
    void boostIsOneChoice_data();
    void boostIsOneChoice();
    void boostByKeys();
    void boostThatIsFixed();
    void aCommandIsCopied();

private:
    struct Shown {
        Page page;
        std::unique_ptr<QQuickWindow> window;
        QQuickItem *item;
        [[nodiscard]] QQuickItem *control(const QString &name) const
        {
            return item->findChild<QQuickItem *>(name);
        }
        void type(const QString &name, const char *text) const;
    };

    [[nodiscard]] Shown shown(const QString &file);
    [[nodiscard]] static QString said(QQuickItem *control);

    QObject m_kept;
};

KcmControlsTest::Shown KcmControlsTest::shown(const QString &file)
{
    const Page page = loaded(&m_kept);
    auto window = std::make_unique<QQuickWindow>();
    window->resize(800, 2000);
    QQuickItem *item = page.shown(file);
    item->setParentItem(window->contentItem());
    item->setSize(window->size());
    window->show();
    window->requestActivate();
    if (!QTest::qWaitForWindowActive(window.get()))
        qFatal("the window does not get the keys");
    return {page, std::move(window), item};
}

/// Into a field whose old text is selected, as by Tab.
void KcmControlsTest::Shown::type(const QString &name, const char *text) const
{
    auto *field = control(name)->property("contentItem").value<QQuickItem *>();
    field->forceActiveFocus();
    QMetaObject::invokeMethod(field, "selectAll");
    for (const char *letter = text; *letter != '\0'; ++letter)
        QTest::keyClick(window.get(), *letter);
}

/// What a screen reader says of it: its text, unless it has another name.
QString KcmControlsTest::said(QQuickItem *control)
{
    const QString name =
        QQmlProperty::read(control, u"Accessible.name"_s, qmlContext(control)).toString();
    return name.isEmpty() ? control->property("text").toString() : name;
}

void KcmControlsTest::everyNumberHasItsBoundsNameAndHelp_data()
{
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("to");
    const auto row = [](const char *entry, const char *name, int to) {
        QTest::addRow("%s", entry) << QString::fromLatin1(entry) << QString::fromLatin1(name) << to;
    };
    row("UnfocusedSeconds", "Don't pause apps used in the last", 3600);
    row("LongestHoldMinutes", "Keep paused for at most", 1440);
    row("UiMemoryHigh", "Desktop waits for memory: high from", 100);
    row("SystemMemoryHigh", "Any process waits for memory: high from", 100);
    row("SystemMemoryCritical", "All processes wait for memory: critical from", 100);
    row("UiIoUneasy", "Desktop waits for the disk: uneasy from", 100);
    row("CpuWeight", "CPU weight of the active app", 10000);
    row("NapWeight", "Weight of an app that is slowed down", 100);
}

void KcmControlsTest::everyNumberHasItsBoundsNameAndHelp()
{
    QFETCH(const QString, entry);
    QFETCH(const QString, name);
    const auto page = shown(u"Limits.qml"_s);
    QQuickItem *spin = page.control(entry);
    QVERIFY(spin);
    QCOMPARE(said(spin), name);
    QTEST(spin->property("to").toInt(), "to");
    QVERIFY2(!page.page.module->needsSave(), "looking changes nothing");
    const auto siblings = spin->parentItem()->childItems();
    const auto help = std::ranges::find_if(
        siblings, [](const QQuickItem *each) { return each->property("toolTipText").isValid(); });
    QVERIFY(help != siblings.end());
    QCOMPARE(said(*help), u"Help: "_s + name);
    QVERIFY((*help)->property("toolTipText").toString().endsWith(u'.'));
}

/// The window may be closed without Enter.
void KcmControlsTest::whatIsTypedCountsAtOnce()
{
    const auto page = shown(u"Limits.qml"_s);
    page.type(u"LongestHoldMinutes"_s, "1205");
    QCOMPARE(page.page.settings()->property("longestHoldMinutes").toInt(), 1205);
    QVERIFY(page.page.module->needsSave());
    page.page.save();
    QCOMPARE(written(), "[Freeze]\nLongestHoldMinutes=1205\n");
}

void KcmControlsTest::whatIsOutOfBoundsDoesNotCount()
{
    const auto page = shown(u"Limits.qml"_s);
    page.type(u"CpuWeight"_s, "70");
    QCOMPARE(page.page.settings()->property("cpuWeight").toInt(), 500);
    page.type(u"CpuWeight"_s, "700");
    QCOMPARE(page.page.settings()->property("cpuWeight").toInt(), 700);
}

void KcmControlsTest::aNumberThatWasTypedIsReset()
{
    const auto page = shown(u"Limits.qml"_s);
    page.type(u"CalmSeconds"_s, "25");
    QMetaObject::invokeMethod(page.page.module, "load");
    QCOMPARE(page.control(u"CalmSeconds"_s)->property("value").toInt(), 5);
    page.type(u"CalmSeconds"_s, "30");
    QMetaObject::invokeMethod(page.page.module, "defaults");
    QCOMPARE(page.control(u"CalmSeconds"_s)->property("value").toInt(), 5);
}

void KcmControlsTest::aFractionIsLeftAlone()
{
    write(rc(), "[Pressure]\nSlackLow=7.75\n");
    const auto page = shown(u"Limits.qml"_s);
    QCOMPARE(page.control(u"SlackLow"_s)->property("value").toInt(), 8);
    QVERIFY(!page.page.module->needsSave());
}

void KcmControlsTest::everyChoiceHasItsNameAndHelp_data()
{
    QTest::addColumn<QString>("control");
    QTest::addColumn<QString>("name");
    QTest::addRow("response") << u"Response"_s << u"When resources run short"_s;
    QTest::addRow("sensitivity") << u"Sensitivity"_s << u"Sensitivity"_s;
    QTest::addRow("boost") << u"boost"_s << u"Boost the active app"_s;
    QTest::addRow("notifications") << u"Notifications"_s << u"Show notifications"_s;
    QTest::addRow("reclaim") << u"Reclaim"_s << u"Move memory of paused apps to swap"_s;
}

void KcmControlsTest::everyChoiceHasItsNameAndHelp()
{
    QFETCH(const QString, control);
    QFETCH(const QString, name);
    const auto page = shown({});
    QQuickItem *found = page.control(control);
    QVERIFY(found);
    QCOMPARE(said(found), name);
    const auto siblings = found->parentItem()->childItems();
    QVERIFY(std::ranges::any_of(
        siblings, [&](QQuickItem *each) { return said(each) == u"Help: "_s + name; }));
}

void KcmControlsTest::boostIsOneChoice_data()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<int>("io");
    QTest::addColumn<QString>("word");
    QTest::addRow("off") << 100 << 100 << u"Off"_s;
    QTest::addRow("normal") << 500 << 500 << u"Normal"_s;
    QTest::addRow("strong") << 10000 << 10000 << u"Strong"_s;
    QTest::addRow("no step") << 300 << 300 << u"Custom"_s;
    QTest::addRow("two steps") << 100 << 500 << u"Custom"_s;
}

void KcmControlsTest::boostIsOneChoice()
{
    QFETCH(const int, cpu);
    QFETCH(const int, io);
    const auto page = shown({});
    QQuickItem *box = page.control(u"boost"_s);
    page.page.settings()->setProperty("cpuWeight", cpu);
    page.page.settings()->setProperty("ioWeight", io);
    QTEST(box->property("currentText").toString(), "word");
    const bool custom = box->property("currentText") == u"Custom"_s;
    QCOMPARE(box->property("count").toInt(), custom ? 4 : 3);
    page.page.boost()->setProperty("step", 1);
    QCOMPARE(box->property("currentText").toString(), u"Normal"_s);
    QCOMPARE(box->property("count").toInt(), 3);
    QCOMPARE(page.page.settings()->property("cpuWeight").toInt(), 500);
    QCOMPARE(page.page.settings()->property("ioWeight").toInt(), 500);
}

void KcmControlsTest::boostByKeys()
{
    const auto page = shown({});
    page.control(u"boost"_s)->forceActiveFocus();
    QTest::keyClick(page.window.get(), Qt::Key_Down);
    QCOMPARE(page.page.settings()->property("cpuWeight").toInt(), 10000);
    QCOMPARE(page.page.settings()->property("ioWeight").toInt(), 10000);
    page.page.boost()->setProperty("step", 3);
    QCOMPARE(page.page.settings()->property("cpuWeight").toInt(), 10000);
    page.page.save();
    QCOMPARE(written(), "[Boost]\nCpuWeight=10000\nIoWeight=10000\n");
}

void KcmControlsTest::boostThatIsFixed()
{
    write(system_rc(), "[Boost]\nIoWeight[$i]=300\n");
    const auto page = shown({});
    QVERIFY(!page.control(u"boost"_s)->isEnabled());
    QCOMPARE(page.control(u"boost"_s)->property("currentText").toString(), u"Custom"_s);
}

void KcmControlsTest::aCommandIsCopied()
{
    const Page page = loaded(&m_kept);
    QMetaObject::invokeMethod(page.module, "copy", Q_ARG(QString, u"sudo x"_s));
    QCOMPARE(QGuiApplication::clipboard()->text(), u"sudo x"_s);
}

QTEST_MAIN(KcmControlsTest)

#include "kcm_controls_test.moc"
