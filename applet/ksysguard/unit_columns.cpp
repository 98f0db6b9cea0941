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

struct UnitState {
    QVariant stalled; ///< percent; invalid: unknown
    QVariant frozen; ///< a word; invalid: not frozen, or unknown
};

/// Returns "" if the file can't be read.
std::string text_of(const QString &path)
{
    QFile file{path};
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string{};
}

UnitState look_at(const QString &directory)
{
    UnitState state;
    for (const auto *what : {"memory", "cpu", "io"}) {
        const auto share =
            parse_some_avg10(text_of(directory + u'/' + QLatin1StringView{what} + ".pressure"_L1));
        if (share && (!state.stalled.isValid() || state.stalled.toDouble() < *share))
            state.stalled = *share;
    }
    if (says_frozen(text_of(directory + "/cgroup.events"_L1)))
        state.frozen = i18nc("@info state of an application", "Paused");
    return state;
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
    QHash<QString, UnitState> units; // so that each is read once, whatever its number of processes
    for (KSysGuard::Process *process : processes()->getAllProcesses()) {
        const auto place = parse_cgroup_path(process->cGroup().toStdString());
        const QString root = place ? QString::fromStdString(place->unit_root) : QString{};
        auto unit = units.constFind(root);
        if (unit == units.constEnd())
            unit = units.insert(root, root.isEmpty() ? UnitState{} : look_at(m_cgroups + root));
        m_stalled->setData(process, unit->stalled);
        m_frozen->setData(process, unit->frozen);
    }
}

} // namespace headroom

using headroom::UnitColumns; // moc and the macro don't handle namespaces within a class's name
K_PLUGIN_FACTORY_WITH_JSON(UnitColumnsFactory, "unit_columns.json", registerPlugin<UnitColumns>();)

#include "moc_unit_columns.cpp"
#include "unit_columns.moc"
