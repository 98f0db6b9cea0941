// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit_columns.h"

#include "model/cgroup_path.h"
#include "model/kernel_text.h"

#include <KLocalizedString>
#include <KPluginFactory>
#include <QFile>
#include <QHash>
#include <algorithm>
#include <optional>
#include <processcore/process.h>
#include <processcore/process_attribute.h>
#include <processcore/processes.h>

using namespace Qt::StringLiterals;

namespace headroom {

/// A row that stands for several processes shows the worst of their values. The sum, which System
/// Monitor shows by default, makes no sense here.
class UnitColumn : public KSysGuard::ProcessAttribute {
public:
    using KSysGuard::ProcessAttribute::ProcessAttribute;

    [[nodiscard]] QVariant cgroupData(KSysGuard::CGroup * /*cgroup*/,
                                      const QList<KSysGuard::Process *> &processes) const override
    {
        QVariant worst;
        for (KSysGuard::Process *process : processes) {
            const QVariant one = data(process);
            if (one.isValid()
                && (!worst.isValid() || QVariant::compare(worst, one) == QPartialOrdering::Less))
                worst = one;
        }
        return worst;
    }
};

namespace {

/// Returns "" if the file can't be read.
std::string text_of(const QString &path)
{
    QFile file{path};
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string{};
}

/// Percent of the last ten seconds, of the resource that it waited for most.
QVariant stalled_at(const QString &directory)
{
    QVariant stalled;
    for (const auto *what : {"memory", "cpu", "io"}) {
        const auto share =
            parse_some_avg10(text_of(directory + u'/' + QLatin1StringView{what} + ".pressure"_L1));
        if (share && (!stalled.isValid() || stalled.toDouble() < *share))
            stalled = *share;
    }
    return stalled;
}

/// Of the cgroup itself: a terminal's tab is frozen alone, below its unit. The kernel also reports
/// what is frozen from above.
QVariant frozen_at(const QString &directory)
{
    return says_frozen(text_of(directory + "/cgroup.events"_L1))
        ? QVariant{i18nc("@info state of an application", "Paused")}
        : QVariant{};
}

} // namespace

UnitColumns::UnitColumns(QObject *parent, const QVariantList &args)
    : ProcessDataProvider(parent, args), m_cgroups(args.value(0, u"/sys/fs/cgroup"_s).toString()),
      m_stalled(new UnitColumn(u"headroomStalled"_s, this)),
      m_frozen(new UnitColumn(u"headroomFrozen"_s, this))
{
    m_stalled->setName(i18nc("@title:column", "Waiting"));
    m_stalled->setDescription(i18nc("@info:tooltip",
                                    "How much of the last ten seconds the app waited for memory, "
                                    "the CPU or the disk"));
    m_stalled->setUnit(KSysGuard::UnitPercent);
    m_stalled->setMax(100);
    m_frozen->setName(i18nc("@title:column", "Paused"));
    m_frozen->setDescription(i18nc("@info:tooltip", "Whether the app is paused"));
    addProcessAttribute(m_stalled);
    addProcessAttribute(m_frozen);
}

void UnitColumns::update()
{
    if (!enabled())
        return;
    // So that each is read once, whatever its number of processes.
    QHash<QString, QVariant> stalls;
    QHash<QString, QVariant> frozen;
    const auto known = [this](QHash<QString, QVariant> &read, const QString &cgroup, auto &&look) {
        if (cgroup.isEmpty())
            return QVariant{};
        const auto found = read.constFind(cgroup);
        return found != read.constEnd() ? *found : *read.insert(cgroup, look(m_cgroups + cgroup));
    };
    for (KSysGuard::Process *process : processes()->getAllProcesses()) {
        const auto place = parse_cgroup_path(process->cGroup().toStdString());
        const QString root = place ? QString::fromStdString(place->unit_root) : QString{};
        m_stalled->setData(process, known(stalls, root, stalled_at));
        m_frozen->setData(process,
                          known(frozen, root.isEmpty() ? root : process->cGroup(), frozen_at));
    }
}

} // namespace headroom

using headroom::UnitColumns; // moc and the macro don't handle namespaces within a class's name
K_PLUGIN_FACTORY_WITH_JSON(UnitColumnsFactory, "unit_columns.json", registerPlugin<UnitColumns>();)

#include "moc_unit_columns.cpp"
#include "unit_columns.moc"
