// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <QFile>
#include <QJSEngine>
#include <QTest>
#include <memory>

using namespace Qt::StringLiterals;

/// What KWin's script reports as hidden, in a fake KWin with two screens.
class KwinScriptTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void withOneDesktopForAllScreens();
    void eachScreenMayShowADesktopOfItsOwn();
    void whatReachesIntoASecondScreenIsShownByEither();
    void aDesktopThatChangesIsToldAnew();
    void whatIsOnAnotherActivityIsHidden();

private:
    QString run(const QString &code);
    void load() { run(QString::fromUtf8(m_script)); }
    [[nodiscard]] QString hidden() { return run(u"hidden()"_s); }

    QByteArray m_script;
    std::unique_ptr<QJSEngine> m_engine;
};

namespace {

// Two screens side by side: A shows desktop 1, B desktop 2. A window is named after its screen and
// its desktop. "AB2" overlaps both screens.
const QString pretended = uR"(
    function signal() {
        const heard = [];
        const emit = function () { heard.forEach(function (each) { each(); }); };
        emit.connect = function (each) { heard.push(each); };
        return emit;
    }
    var one = {}, two = {};
    var a = {geometry: {x: 0, y: 0, width: 100, height: 100}, shows: one};
    var b = {geometry: {x: 100, y: 0, width: 100, height: 100}, shows: two};
    function window(name, screen, x, desktop) {
        const made = {internalId: name, pid: 1, output: screen,
            frameGeometry: {x: x, y: 0, width: 50, height: 50}, desktops: [desktop], managed: true,
            onAllDesktops: false, activities: [], minimized: false, hidden: false,
            fullScreen: false, desktopFileName: "", resourceClass: ""};
        ["minimized", "hidden", "desktops", "activities", "output", "fullScreen", "desktopFileName",
            "windowClass", "unresponsive"].forEach(function (what) {
            made[what + "Changed"] = signal();
        });
        return made;
    }
    var windows = [window("A1", a, 0, one), window("A2", a, 0, two), window("B1", b, 150, one),
        window("B2", b, 150, two), window("AB2", a, 75, two)];
    var workspace = {screens: [a, b], currentDesktop: one, activeWindow: null,
        windowList: function () { return windows; }, windowAdded: signal(),
        windowRemoved: signal(), windowActivated: signal(), currentDesktopChanged: signal(),
        screensChanged: signal(), currentActivity: "work",
        currentActivityChanged: signal()};
    var told = null;
    function callDBus(service, path, where, method, report) { told = JSON.parse(report); }
    function hidden() {
        return told.windows.filter(function (each) { return each.hidden; })
            .map(function (each) { return each.id; }).join(" ");
    }
)"_s;

} // namespace

QString KwinScriptTest::run(const QString &code)
{
    const QJSValue value = m_engine->evaluate(code);
    if (value.isError())
        qWarning() << value.toString() << value.property(u"lineNumber"_s).toInt();
    return value.toString();
}

void KwinScriptTest::init()
{
    QFile script{QStringLiteral(HEADROOM_KWIN_SCRIPT)};
    QVERIFY(script.open(QIODevice::ReadOnly));
    m_script = script.readAll();
    m_engine = std::make_unique<QJSEngine>();
    run(pretended);
}

void KwinScriptTest::withOneDesktopForAllScreens()
{
    load();
    QCOMPARE(hidden(), u"A2 B2 AB2"_s);
}

void KwinScriptTest::eachScreenMayShowADesktopOfItsOwn()
{
    run(u"workspace.currentDesktopForScreen = function (screen) { return screen.shows; };"_s);
    run(u"windows.pop();"_s);
    load();
    QCOMPARE(hidden(), u"A2 B1"_s);
}

void KwinScriptTest::whatReachesIntoASecondScreenIsShownByEither()
{
    run(u"workspace.currentDesktopForScreen = function (screen) { return screen.shows; };"_s);
    load();
    QVERIFY(!hidden().contains(u"AB2"_s));
    run(u"b.shows = one; workspace.currentDesktopChanged();"_s);
    QCOMPARE(hidden(), u"A2 B2 AB2"_s);
}

void KwinScriptTest::aDesktopThatChangesIsToldAnew()
{
    run(u"workspace.currentDesktopForScreen = function (screen) { return screen.shows; };"_s);
    load();
    run(u"a.shows = two; workspace.currentDesktopChanged();"_s);
    QCOMPARE(hidden(), u"A1 B1"_s);
}

void KwinScriptTest::whatIsOnAnotherActivityIsHidden()
{
    run(u"windows = [windows[0], windows[2]]; windows[0].activities = ['home'];"_s);
    load();
    QCOMPARE(hidden(), u"A1"_s);
    run(u"workspace.currentActivity = 'home'; workspace.currentActivityChanged();"_s);
    QCOMPARE(hidden(), u""_s);
    run(u"windows[0].activities = ['work', 'play']; windows[0].activitiesChanged();"_s);
    QCOMPARE(run(u"String(told.window.id + told.window.hidden)"_s), u"A1true"_s);
    run(u"workspace.currentActivity = ''; workspace.currentActivityChanged();"_s);
    QCOMPARE(hidden(), u""_s); // activities are off
}

QTEST_GUILESS_MAIN(KwinScriptTest)
#include "kwin_script_test.moc"
