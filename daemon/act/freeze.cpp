// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/freeze.h"

#include "sys/log.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <format>
#include <optional>

namespace headroom {

namespace {

constexpr guint between_tries_ms = 200;
constexpr unsigned most_tries = 10;

/// Writes at the beginning of the file, whatever was written before. cgroupfs accepts any offset,
/// but the plain files of tests do not.
Result<void> write_state(int file, const char *state, const CgroupDir &dir)
{
    if (pwrite(file, state, 1, 0) != 1)
        return system_error(errno,
                            std::string{"writing "} + state + " to " + dir.path() + "/"
                                + cgroup_file::freeze);
    return {};
}

std::string by_others(const CgroupDir &dir)
{
    return std::format("another program has frozen {}", dir.name());
}

/// Whether another program has frozen it, or may have. Our thaw would undo that. Ours has a mark.
std::optional<std::string> frozen_by_others(int file, const CgroupDir &dir)
{
    if (dir.has_mark(mark::frozen))
        return std::nullopt;
    char state = '0';
    if (pread(file, &state, 1, 0) != 1)
        return system_error(errno, "reading " + dir.path() + "/" + cgroup_file::freeze)
            .error()
            .sentence;
    return state == '1' ? std::optional{by_others(dir)} : std::nullopt;
}

} // namespace

void Freezer::freeze(UnitId unit)
{
    const CgroupDir *dir = m_dirs.find(unit);
    auto file = dir ? dir->open_file(cgroup_file::freeze, O_RDWR)
                    : Result<UniqueFd>{error(ErrorKind::Failed, "the unit is gone")};
    if (!file) { // nothing to undo yet
        m_report(event::ActRefused{unit, {}, Act::Freeze, file.error().sentence});
        return;
    }
    // The last check, whatever requested the freeze. A password prompt may have appeared since, or
    // the processes were never checked.
    m_looking.erase(unit);
    look_for_never_app(m_looking[unit].get(), "headroom-freeze", m_dirs.root_path() + dir->path(),
                       m_table,
                       [this, unit, file = std::move(*file)](const NeverAppLook &look) mutable {
                           m_looking.erase(unit);
                           freeze_unless_forbidden(unit, std::move(file), look);
                       });
}

void Freezer::freeze_unless_forbidden(UnitId unit, UniqueFd file, const NeverAppLook &look)
{
    const CgroupDir *dir = m_dirs.find(unit);
    if (!dir)
        return; // it is gone, with all its processes
    if (look.program || !look.saw_all) {
        m_report(event::ActRefused{
            unit,
            {},
            Act::Freeze,
            look.program
                ? std::format("{} runs in {}, and is never stopped", *look.program, dir->name())
                : std::format("not all processes of {} could be looked at", dir->name())});
        return;
    }
    if (auto why = frozen_by_others(file.get(), *dir)) {
        m_report(event::ActRefused{unit, {}, Act::Freeze, std::move(*why)});
        return;
    }
    Kept &kept = m_kept[unit];
    // This ends the retries of an earlier thaw.
    kept = Kept{std::move(file), 0, {}};
    if (const auto done = record_and_freeze(*dir, kept.file.get()); !done) {
        // Whichever step failed, undo all of them.
        thaw(unit);
        m_report(event::ActRefused{unit, {}, Act::Freeze, done.error().sentence});
    }
}

/// The order matters: after the first line, a crash at any point leaves something that the sweep
/// finds.
Result<void> Freezer::record_and_freeze(const CgroupDir &dir, int file)
{
    if (auto recorded = m_ledger.add(dir.id(), dir.path()); !recorded)
        return recorded;
    m_oomd_marks.set(dir.id(), OomdMarks::Frozen);
    if (auto marked = dir.set_mark(mark::frozen, "1"); !marked)
        return marked;
    return write_state(file, "1", dir);
}

Result<void> Freezer::write_thaw(UnitId unit, const CgroupDir &dir) const
{
    const auto kept = m_kept.find(unit);
    return kept != m_kept.end() ? write_state(kept->second.file.get(), "0", dir)
                                : dir.write(cgroup_file::freeze, "0");
}

void Freezer::thaw(UnitId unit)
{
    if (m_looking.erase(unit) > 0 && !m_kept.contains(unit))
        return; // we have frozen nothing yet; any freeze is another program's
    if (const CgroupDir *dir = m_dirs.find(unit)) {
        if (const auto done = write_thaw(unit, *dir); !done && !means_gone(done.error())) {
            try_again(unit, done.error().sentence);
            // Mark and ledger stay, so the sweep finds the unit if we end before it is thawed.
            return;
        }
        unmark(unit, *dir);
    }
    m_kept.erase(unit);
    drop_from_ledger(unit);
}

void Freezer::leave_to_systemd(UnitId unit)
{
    const CgroupDir *dir = m_dirs.find(unit);
    if (!dir || m_kept.erase(unit) == 0)
        return; // not frozen by us (yet)
    unmark(unit, *dir);
    drop_from_ledger(unit);
    m_report(event::ActRefused{unit, {}, Act::Freeze, by_others(*dir)});
}

void Freezer::unmark(UnitId unit, const CgroupDir &dir)
{
    m_oomd_marks.unset(unit, OomdMarks::Frozen);
    (void)dir.remove_mark(mark::frozen);
}

void Freezer::drop_from_ledger(UnitId unit)
{
    if (const auto removed = m_ledger.remove(unit); !removed)
        log::warning(removed.error().sentence
                     + ", ignoring it: the mark is gone, which is what counts");
}

void Freezer::try_again(UnitId unit, const std::string &problem)
{
    Kept *kept = m_kept.contains(unit) ? &m_kept.at(unit) : nullptr;
    if (!kept || kept->tries >= most_tries) {
        log::warning(problem + "; the sweep will try again");
        m_kept.erase(unit);
        return;
    }
    if (kept->tries++ == 0)
        log::warning(problem + ", trying again");
    kept->next_try = Timer::once(between_tries_ms, [this, unit] { thaw(unit); }, G_PRIORITY_HIGH);
}

void Freezer::forget(UnitId unit)
{
    m_looking.erase(unit);
    if (m_kept.erase(unit) == 0)
        return;
    if (const auto removed = m_ledger.remove(unit); !removed)
        log::warning(removed.error().sentence + ", ignoring it: the unit is gone");
}

bool Freezer::is_idle() const
{
    return std::ranges::none_of(
        m_kept, [](const auto &entry) { return static_cast<bool>(entry.second.next_try); });
}

} // namespace headroom
