// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <KPluginFactory>
#include <KPluginMetaData>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <memory>
#include <processcore/process.h>
#include <processcore/process_attribute.h>
#include <processcore/process_data_provider.h>
#include <processcore/processes.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using KSysGuard::Process;
using KSysGuard::ProcessAttribute;

/// Headroom's columns in System Monitor, loaded as System Monitor loads them. The cgroups are plain
/// files.
class ColumnsTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void whatWaitsMostCounts();
    void belowTheUnitItIsTheUnits();
    void whoIsInNoUnitHasNothing();
    void aFileThatIsNotThereIsNotZero();
    void frozenIsSaid();
    void ofATabThatIsFrozenAloneToo();
    void ofSeveralTheWorst();
    void nothingIsReadWhileNobodyLooks();

private:
    void write(const QString &unit, const char *file, const QByteArray &text) const;
    Process *in(long pid, const QString &cgroup);
    [[nodiscard]] ProcessAttribute *column(const char *id) const;

    std::unique_ptr<QTemporaryDir> m_cgroups;
    std::unique_ptr<KSysGuard::Processes> m_processes;
    KSysGuard::ProcessDataProvider *m_columns = nullptr; ///< owned by m_processes
};

namespace {

const QString apps = u"/user.slice/user-1000.slice/user@1000.service/app.slice"_s;
const QString unit = apps + u"/app-org.kde.kate@1.service"_s;

QByteArray some(const char *avg10)
{
    return QByteArray{"some avg10="} + avg10
        + " avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n";
}

/// As a view of this column does.
std::unique_ptr<QSignalSpy> looking_at(ProcessAttribute *column)
{
    return std::make_unique<QSignalSpy>(column, &ProcessAttribute::dataChanged);
}

} // namespace

void ColumnsTest::init()
{
    m_cgroups = std::make_unique<QTemporaryDir>();
    m_processes = std::make_unique<KSysGuard::Processes>();
    m_processes->updateAllProcesses();
    const auto made = KPluginFactory::instantiatePlugin<KSysGuard::ProcessDataProvider>(
        KPluginMetaData{QStringLiteral(HEADROOM_COLUMNS)}, m_processes.get(), {m_cgroups->path()});
    QVERIFY2(made, qPrintable(made.errorString));
    m_columns = made.plugin;
}

void ColumnsTest::write(const QString &of, const char *name, const QByteArray &text) const
{
    QVERIFY(QDir{}.mkpath(m_cgroups->path() + of));
    QFile file{m_cgroups->path() + of + u'/' + QLatin1StringView{name}};
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

Process *ColumnsTest::in(long pid, const QString &cgroup)
{
    Process *process = m_processes->getProcess(pid);
    if (process)
        process->setCGroup(cgroup);
    return process;
}

ProcessAttribute *ColumnsTest::column(const char *id) const
{
    const auto all = m_columns->attributes();
    const auto found = std::ranges::find_if(
        all, [id](const ProcessAttribute *each) { return each->id() == QLatin1StringView{id}; });
    return found == all.end() ? nullptr : *found;
}

void ColumnsTest::whatWaitsMostCounts()
{
    write(unit, "memory.pressure", some("1.50"));
    write(unit, "cpu.pressure", some("12.25"));
    write(unit, "io.pressure", some("0.00"));
    Process *self = in(getpid(), unit);
    QVERIFY(self);
    const auto looking = looking_at(column("headroomStalled"));
    m_columns->update();
    QCOMPARE(column("headroomStalled")->data(self).toDouble(), 12.25);
    QVERIFY(!looking->isEmpty());
}

void ColumnsTest::belowTheUnitItIsTheUnits()
{
    write(unit, "io.pressure", some("3.00"));
    Process *self = in(getpid(), unit + u"/tab(7).scope"_s);
    const auto looking = looking_at(column("headroomStalled"));
    m_columns->update();
    QCOMPARE(column("headroomStalled")->data(self).toDouble(), 3.0);
}

void ColumnsTest::whoIsInNoUnitHasNothing()
{
    write({}, "cpu.pressure", some("50.00"));
    write(apps, "cpu.pressure", some("50.00"));
    Process *self = in(getpid(), apps);
    const auto looking = looking_at(column("headroomStalled"));
    m_columns->update();
    QVERIFY(!column("headroomStalled")->data(self).isValid());
}

void ColumnsTest::aFileThatIsNotThereIsNotZero()
{
    Process *self = in(getpid(), unit);
    const auto looking = looking_at(column("headroomStalled"));
    m_columns->update();
    QVERIFY(!column("headroomStalled")->data(self).isValid());
}

void ColumnsTest::frozenIsSaid()
{
    write(unit, "cgroup.events", "populated 1\nfrozen 1\n");
    Process *self = in(getpid(), unit);
    const auto looking = looking_at(column("headroomFrozen"));
    m_columns->update();
    QCOMPARE(column("headroomFrozen")->data(self).toString(), u"Paused"_s);
    write(unit, "cgroup.events", "populated 1\nfrozen 0\n");
    m_columns->update();
    QVERIFY(!column("headroomFrozen")->data(self).isValid());
}

void ColumnsTest::ofATabThatIsFrozenAloneToo()
{
    const QString tab = unit + u"/tab(7).scope"_s;
    write(unit, "cgroup.events", "populated 1\nfrozen 0\n");
    write(tab, "cgroup.events", "populated 1\nfrozen 1\n");
    Process *self = in(getpid(), tab);
    Process *parent = in(getppid(), unit);
    const auto looking = looking_at(column("headroomFrozen"));
    m_columns->update();
    QCOMPARE(column("headroomFrozen")->data(self).toString(), u"Paused"_s);
    QVERIFY(!column("headroomFrozen")->data(parent).isValid());
}

void ColumnsTest::ofSeveralTheWorst()
{
    const QString other = apps + u"/app-org.kde.kate@2.service"_s;
    write(unit, "memory.pressure", some("4.00"));
    write(other, "memory.pressure", some("9.00"));
    Process *self = in(getpid(), unit);
    Process *parent = in(getppid(), other);
    QVERIFY(parent);
    const auto looking = looking_at(column("headroomStalled"));
    m_columns->update();
    QCOMPARE(column("headroomStalled")->cgroupData(nullptr, {self, parent}).toDouble(), 9.0);
    QVERIFY(!column("headroomFrozen")->cgroupData(nullptr, {self, parent}).isValid());
}

void ColumnsTest::nothingIsReadWhileNobodyLooks()
{
    write(unit, "memory.pressure", some("4.00"));
    Process *self = in(getpid(), unit);
    m_columns->update();
    QVERIFY(!column("headroomStalled")->data(self).isValid());
}

QTEST_GUILESS_MAIN(ColumnsTest)
#include "columns_test.moc"
