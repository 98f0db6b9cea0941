// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/sweep.h"

#include "act/frozen_ledger.h"
#include "act/oomd_marks.h"
#include "act/protection.h"
#include "act/split_tab.h"
#include "act/weight.h"
#include "model/job.h"
#include "sys/log.h"

#include <cerrno>
#include <memory>
#include <unistd.h>
#include <vector>

namespace headroom {

namespace {

enum class Thawed { Yes, WasNotFrozen, Failed };

/// Undoes a freeze, however far it got.
Thawed thaw(int root, const CgroupDir &dir)
{
    if (!dir.has_mark(mark::frozen)) {
        unset_oomd_marks(root, dir);
        return Thawed::WasNotFrozen;
    }
    if (const auto done = dir.write(cgroup_file::freeze, "0"); !done) {
        if (means_gone(done.error()))
            return Thawed::WasNotFrozen;
        log::warning(done.error().sentence);
        return Thawed::Failed;
    }
    unset_oomd_marks(root, dir);
    (void)dir.remove_mark(mark::frozen);
    return Thawed::Yes;
}

void count(Thawed thawed, Swept &swept)
{
    swept.thawed += thawed == Thawed::Yes ? 1 : 0;
    swept.some_stay_frozen = swept.some_stay_frozen || thawed == Thawed::Failed;
}

/// Thawing precedes anything slower. So the walk covers the whole tree first, and weights and
/// protections are unset afterwards.
struct Walk {
    const CgroupDirs &dirs;
    const std::string &top;
    Swept &swept;
    std::vector<CgroupDir> terminals; ///< that have split tabs
    std::vector<std::shared_ptr<const CgroupDir>> set; ///< with weights or a protection

    /// Something could not be visited. If only means were short, another try may succeed.
    void note(const Error &problem) const
    {
        if (!means_gone(problem))
            log::warning(problem.sentence);
        swept.some_stay_frozen = swept.some_stay_frozen || problem.code == EMFILE
            || problem.code == ENFILE || problem.code == ENOMEM;
    }

    void visit(const std::string &path)
    {
        auto dir = CgroupDir::open(dirs.root(), path);
        if (!dir)
            return note(dir.error());
        count(thaw(dirs.root(), *dir), swept);
        const bool is_slice = path.ends_with(".slice") || path == top;
        if (is_slice || path.ends_with(".scope")) {
            const auto children = dir->children();
            if (!children)
                note(children.error());
            for (const std::string &child : children.value_or(std::vector<std::string>{})) {
                if (is_slice || is_tab_inside(child)) // a terminal's unit contains its tabs
                    visit(path + "/" + child);
            }
        }
        if (dir->mark(mark::split)) {
            if (auto again = CgroupDir::open(dirs.root(), path))
                terminals.push_back(std::move(*again));
        }
        if (dir->has_mark(mark::weights) || dir->has_mark(mark::protection))
            set.push_back(std::make_shared<const CgroupDir>(std::move(*dir)));
    }
};

/// properties: floating; nullptr if what is in force is another program's. True: they were unset.
bool unset_marked(const std::shared_ptr<const CgroupDir> &dir, const char *mark,
                  GVariant *properties, const Unset &unset)
{
    const auto done = [dir, mark] { (void)dir->remove_mark(mark); };
    if (!properties) {
        done();
        return false;
    }
    return unset({.unit = dir->id(),
                  .mark = mark,
                  .properties = VariantPtr{g_variant_ref_sink(properties)},
                  .done = done});
}

} // namespace

Swept sweep(const CgroupDirs &dirs, const std::string &manager_path,
            const std::string &ledger_directory, SweepAt at, const Unset &unset)
{
    Swept swept;
    for (const auto &[unit, path] : FrozenLedger::read(ledger_directory)) {
        // Another unit may have that path by now. Thaw only the unit that was frozen and still has
        // the mark.
        if (const auto dir = CgroupDir::open(dirs.root(), path); dir && dir->id() == unit)
            count(thaw(dirs.root(), *dir), swept);
    }
    Walk walk{dirs, manager_path, swept, {}, {}};
    walk.visit(manager_path);
    if (!swept.some_stay_frozen)
        FrozenLedger::remove_left(ledger_directory);
    for (const CgroupDir &terminal : walk.terminals)
        swept.rejoined +=
            rejoin_all(dirs, manager_path, terminal,
                       at == SweepAt::End ? EmptyScopes::MayFill : EmptyScopes::StayEmpty);
    for (const auto &dir : walk.set) {
        if (dir->has_mark(mark::weights)
            && unset_marked(dir, mark::weights, unset_noted_weights(*dir), unset))
            ++swept.unweighted;
        if (dir->has_mark(mark::protection)
            && unset_marked(dir, mark::protection, unset_noted_protection(*dir), unset))
            ++swept.unprotected;
    }
    return swept;
}

} // namespace headroom
