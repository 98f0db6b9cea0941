// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/frozen/freezer.h"

#include "model/kernel_text.h"

#include <algorithm>
#include <glib-unix.h>

namespace headroom {

FreezerWatch::FreezerWatch(const CgroupDirs &dirs, Emit emit)
    : m_dirs(dirs), m_emit(std::move(emit))
{
    if (m_inotify.open())
        m_source = SourceId{g_unix_fd_add(
            m_inotify.get(), G_IO_IN,
            [](int, GIOCondition, gpointer self) -> gboolean {
                return static_cast<FreezerWatch *>(self)->read_events();
            },
            this)};
}

void FreezerWatch::follow(UnitId unit)
{
    const CgroupDir *dir = m_dirs.find(unit);
    if (!dir)
        return;
    const std::string file = m_dirs.root_path() + dir->path() + "/" + cgroup_file::events;
    if (const int watch = inotify_add_watch(m_inotify.get(), file.c_str(), IN_MODIFY); watch >= 0)
        m_watches[watch] = unit;
    look(unit); // the freeze may have settled before the watch was set
}

void FreezerWatch::forget(UnitId unit)
{
    const auto found =
        std::ranges::find(m_watches, unit, [](const auto &entry) { return entry.second; });
    if (found == m_watches.end())
        return;
    inotify_rm_watch(m_inotify.get(), found->first);
    m_watches.erase(found);
}

void FreezerWatch::look(UnitId unit)
{
    const CgroupDir *dir = m_dirs.find(unit);
    const auto text = dir
        ? dir->read(cgroup_file::events)
        : Result<std::string>{system_error(ENOENT, "looking at a cgroup that is gone")};
    // An unreadable file proves nothing, and after two seconds without an event policy thaws. The
    // end of the last process proves nothing either.
    if (!text || text->find("populated 0") != std::string::npos)
        return;
    const bool frozen = says_frozen(*text);
    // A killed process leaves the freezer before it is gone, and takes its time if it has much
    // memory to return. The unit hasn't been thawed then.
    const auto wanted = dir->read(cgroup_file::freeze);
    if (!frozen && (!wanted || wanted->starts_with('1')))
        return;
    m_emit(event::FreezerSettled{unit, frozen});
}

bool FreezerWatch::read_events()
{
    (void)take_inotify_events(m_inotify.get(), [this](const inotify_event &seen) {
        if (const auto watch = m_watches.find(seen.wd); watch != m_watches.end())
            look(watch->second);
    });
    return G_SOURCE_CONTINUE;
}

} // namespace headroom
