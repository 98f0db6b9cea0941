// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/oomd_marks.h"

#include "sys/log.h"

#include <glib-unix.h>

namespace headroom {

namespace {

/// systemd removes the mark each time that it applies a property of the unit, such as the end of a
/// nap. If it vanishes more often than this, another program removes it on purpose.
constexpr unsigned most_renewals = 100;

/// The order matters: after the first line, a crash at any point leaves something that the sweep
/// finds. Without our own mark, the owner of the other one would be unknown. False: the cgroup has
/// the mark, and it isn't ours.
Result<bool> set_one(const CgroupDir &dir)
{
    if (dir.has_mark(oomd_mark::avoid) && !dir.is_avoid_ours())
        return false;
    auto done = dir.set_mark(mark::avoid, "1");
    if (done)
        done = dir.set_mark(oomd_mark::avoid, oomd_mark::ours);
    if (!done)
        return std::unexpected(done.error());
    return true;
}

/// Our own mark goes last, for the same reason.
void unset_one(const CgroupDir &dir)
{
    if (dir.is_avoid_ours())
        (void)dir.remove_mark(oomd_mark::avoid);
    (void)dir.remove_mark(mark::avoid);
}

/// An app may create any number of cgroups inside its own, and marking them all would block the
/// loop. Cgroups beyond this number get no mark. If their order changes, some marks may stay
/// behind. That affects only an app with so many.
constexpr int most_inside = 256;

template<typename Visit>
void visit_children(int root, const CgroupDir &dir, int &left, const Visit &visit)
{
    for (const std::string &name : dir.children().value_or(std::vector<std::string>{})) {
        if (--left < 0)
            return;
        // One that has just gone is no loss.
        if (const auto child = CgroupDir::open(root, dir.path() + "/" + name))
            visit(*child);
    }
}

/// systemd-oomd looks only at cgroups without children. A browser may have one for each process. A
/// child of another user, as in a container, can't be marked; systemd-oomd would ignore the mark.
void set_below(int root, const CgroupDir &dir, int &left)
{
    visit_children(root, dir, left, [root, &left](const CgroupDir &child) {
        (void)set_one(child);
        set_below(root, child, left);
    });
}

/// The cgroup's own mark goes last: as long as it is there, the sweep looks below.
void unset_from(int root, const CgroupDir &dir, int &left)
{
    visit_children(root, dir, left, [root, &left](const CgroupDir &child) {
        if (!child.has_mark(mark::frozen)) // a terminal's tab that is frozen itself
            unset_from(root, child, left);
    });
    unset_one(dir);
}

} // namespace

void unset_oomd_marks(int root, const CgroupDir &dir)
{
    if (!dir.has_mark(mark::avoid))
        return;
    int left = most_inside;
    unset_from(root, dir, left);
}

void OomdMarks::set(UnitId unit, Because why)
{
    const CgroupDir *dir = m_dirs.find(unit);
    if (!dir)
        return;
    Kept &kept = m_kept[unit];
    if (kept.because == 0) {
        follow(*dir, kept);
        int left = most_inside;
        if (const auto is_ours = set_one(*dir); !is_ours)
            log::warning(is_ours.error().sentence
                         + ", ignoring it: systemd-oomd may kill the unit earlier than others");
        else if (*is_ours)
            set_below(m_dirs.root(), *dir, left);
    }
    kept.because |= why;
}

void OomdMarks::unset(UnitId unit, Because why)
{
    const auto kept = m_kept.find(unit);
    if (kept == m_kept.end())
        return;
    kept->second.because &= ~static_cast<unsigned>(why);
    if (kept->second.because != 0)
        return;
    unfollow(kept->second);
    m_kept.erase(kept);
    if (const CgroupDir *dir = m_dirs.find(unit))
        unset_oomd_marks(m_dirs.root(), *dir);
}

void OomdMarks::forget(UnitId unit)
{
    if (const auto kept = m_kept.find(unit); kept != m_kept.end()) {
        unfollow(kept->second);
        m_kept.erase(kept);
    }
}

/// Without inotify, the mark is not renewed.
void OomdMarks::follow(const CgroupDir &dir, Kept &kept)
{
    if (!m_inotify && m_inotify.open())
        m_source = SourceId{g_unix_fd_add(
            m_inotify.get(), G_IO_IN,
            [](int, GIOCondition, gpointer self) -> gboolean {
                return static_cast<OomdMarks *>(self)->look_at_changes();
            },
            this)};
    if (m_inotify)
        kept.watch = inotify_add_watch(m_inotify.get(), (m_dirs.root_path() + dir.path()).c_str(),
                                       IN_ATTRIB | IN_ONLYDIR | IN_DONT_FOLLOW);
}

void OomdMarks::unfollow(const Kept &kept)
{
    if (kept.watch >= 0)
        (void)inotify_rm_watch(m_inotify.get(), kept.watch);
}

bool OomdMarks::look_at_changes()
{
    (void)take_inotify_events(m_inotify.get(), [this](const inotify_event &seen) {
        for (auto &[unit, kept] : m_kept) {
            const CgroupDir *dir = kept.watch == seen.wd ? m_dirs.find(unit) : nullptr;
            // Without our own mark, the other one was never ours.
            if (!dir || !dir->has_mark(mark::avoid) || dir->has_mark(oomd_mark::avoid)
                || ++kept.renewed > most_renewals)
                continue;
            (void)dir->set_mark(oomd_mark::avoid, oomd_mark::ours);
        }
    });
    return G_SOURCE_CONTINUE;
}

} // namespace headroom
