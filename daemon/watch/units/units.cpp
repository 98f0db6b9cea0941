// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/units.h"

#include "model/job.h"
#include "sys/log.h"
#include "sys/time_slice.h"

#include <algorithm>
#include <cerrno>
#include <glib-unix.h>

namespace headroom {

namespace {

bool is_slice(std::string_view name)
{
    return name.ends_with(".slice");
}

bool is_unit(std::string_view name)
{
    return name.ends_with(".scope") || name.ends_with(".service");
}

std::uint32_t mask(bool with_attributes)
{
    return IN_CREATE | IN_DELETE | IN_ONLYDIR | IN_DONT_FOLLOW | (with_attributes ? IN_ATTRIB : 0U);
}

} // namespace

UnitWatch::UnitWatch(CgroupDirs &dirs, std::string manager_path, Emit emit)
    : m_dirs(dirs), m_manager_path(std::move(manager_path)), m_emit(std::move(emit))
{
}

Result<void> UnitWatch::start()
{
    if (!m_inotify.open())
        return system_error(errno, "preparing to watch cgroups");
    m_source = SourceId{g_unix_fd_add(
        m_inotify.get(), G_IO_IN,
        [](int, GIOCondition, gpointer self) -> gboolean {
            return static_cast<UnitWatch *>(self)->read_events();
        },
        this)};
    watch_slice(m_manager_path);
    if (m_slices.empty())
        return error(ErrorKind::Unavailable,
                     "the user manager's cgroup " + m_manager_path + " can't be watched");
    return {};
}

void UnitWatch::watch_slice(const std::string &path, bool inside_unit)
{
    const std::string full = m_dirs.root_path() + path;
    const int watch =
        inotify_add_watch(m_inotify.get(), full.c_str(), mask(m_attributes != nullptr));
    if (watch < 0) {
        log::warning(system_error(errno, "watching the slice " + path).error().sentence
                     + ", ignoring it");
        return;
    }
    Slice &slice = m_slices[watch];
    slice.path = path;
    slice.inside_unit = inside_unit;
    scan(watch, slice);
}

/// Call it after the watch is added. A unit that appears in between is then reported twice, which
/// is harmless, and never missed.
void UnitWatch::scan(int watch, Slice &slice)
{
    const auto dir = CgroupDir::open(m_dirs.root(), slice.path);
    if (!dir)
        return;
    slice.id = dir->id();
    const auto children = dir->children();
    if (!children) { // none of the known ones is gone for that
        log::warning(children.error().sentence);
        return;
    }
    std::set<std::string> there;
    for (const std::string &name : *children) {
        there.insert(name);
        child_appeared(m_slices.at(watch), name);
    }
    const auto known = slice.children;
    for (const auto &[name, id] : known) {
        if (!there.contains(name))
            child_gone(slice, name);
    }
    m_empty.gone_from(slice.path, there);
}

void UnitWatch::child_appeared(Slice &slice, const std::string &name)
{
    if (slice.inside_unit ? !is_tab_inside(name) : !is_slice(name) && !is_unit(name))
        return;
    const std::string path = slice.path + "/" + name;
    const auto id = m_dirs.open_unit(path);
    if (!id)
        return; // already gone
    if (const auto known = slice.children.find(name); known != slice.children.end()) {
        if (known->second == *id)
            return;
        child_gone(slice, name); // removed and created again in the meantime
    }
    if (m_empty.is_empty(path, *id))
        return; // it has ended, or its process is about to come
    slice.children[name] = *id;
    m_emit(event::UnitAppeared{*id, path});
    if (is_slice(name))
        watch_slice(path);
    else if (m_attributes)
        m_attributes->changed(*id); // it may have got one before its slice was watched
}

void UnitWatch::child_gone(Slice &slice, const std::string &name)
{
    const auto known = slice.children.find(name);
    if (known == slice.children.end())
        return m_empty.gone(slice.path + "/" + name);
    const UnitId id = known->second;
    slice.children.erase(known);
    m_dirs.forget(id);
    m_emit(event::UnitGone{id});
    unwatch_slice(slice.path + "/" + name);
}

/// The kernel does not report that a watched cgroup is gone (IN_IGNORED), as other file systems do.
/// It keeps the watch, and the cgroup's inode with it, until the watch is removed.
void UnitWatch::unwatch_slice(const std::string &path)
{
    const auto found = std::ranges::find_if(
        m_slices, [&](const auto &slice) { return slice.second.path == path; });
    if (found == m_slices.end())
        return;
    Slice gone = std::move(found->second);
    (void)inotify_rm_watch(m_inotify.get(), found->first);
    m_slices.erase(found);
    const auto children = gone.children;
    for (const auto &[name, id] : children)
        child_gone(gone, name);
    m_empty.gone_from(path, {});
}

Result<UnitId> UnitWatch::add_unit(const std::string &unit_path)
{
    const auto id = m_dirs.open_unit(unit_path);
    // A unit with a tab inside is a terminal's, whatever its program.
    if (id && is_tab_inside(unit_path.substr(unit_path.rfind('/') + 1)))
        look_inside(unit_path.substr(0, unit_path.rfind('/')));
    if (!id || unit_path.starts_with(m_manager_path + "/"))
        return id; // in our slices, so inotify reports it
    if (const auto known = m_elsewhere.find(unit_path);
        known != m_elsewhere.end() && known->second == *id)
        return id;
    forget_those_gone_elsewhere();
    m_elsewhere[unit_path] = *id;
    m_emit(event::UnitAppeared{*id, unit_path});
    return id;
}

/// No watch reports that they are gone, such as the scope of a login. So the next one that is
/// learned has all of them checked.
void UnitWatch::forget_those_gone_elsewhere()
{
    std::erase_if(m_elsewhere, [this](const auto &known) {
        const auto &[path, id] = known;
        const auto there = CgroupDir::open(m_dirs.root(), path);
        if (there && there->id() == id)
            return false;
        m_dirs.forget(id);
        m_emit(event::UnitGone{id});
        return true;
    });
}

void UnitWatch::look_inside(const std::string &unit_path)
{
    const bool is_watched = std::ranges::any_of(
        m_slices, [&](const auto &slice) { return slice.second.path == unit_path; });
    if (!is_watched && unit_path.starts_with(m_manager_path + "/"))
        watch_slice(unit_path, true);
}

void UnitWatch::watch_attributes(UnitAttributes *listener)
{
    m_attributes = listener;
    // A second watch on the same directory only changes its mask.
    for (const auto &[watch, slice] : m_slices)
        (void)inotify_add_watch(m_inotify.get(), (m_dirs.root_path() + slice.path).c_str(),
                                mask(m_attributes != nullptr));
}

std::vector<UnitId> UnitWatch::units_in_slices() const
{
    std::vector<UnitId> units;
    for (const auto &[watch, slice] : m_slices) {
        for (const auto &[name, id] : slice.children) {
            if (is_unit(name) && !slice.inside_unit)
                units.push_back(id);
        }
    }
    return units;
}

void UnitWatch::rescan_all()
{
    log::warning("more cgroups changed than the kernel could queue; looking at all of them anew");
    std::vector<int> watches;
    for (const auto &[watch, slice] : m_slices)
        watches.push_back(watch);
    for (const int watch : watches) {
        if (const auto slice = m_slices.find(watch); slice != m_slices.end())
            scan(watch, slice->second);
    }
    if (m_attributes)
        m_attributes->lost();
}

/// Whether it is a service that was empty until now.
bool UnitWatch::look_again(int watch)
{
    const auto path = m_empty.watched_by(watch);
    if (!path)
        return false;
    const auto end = path->rfind('/');
    const std::string name = path->substr(end + 1);
    const auto slice = std::ranges::find_if(
        m_slices, [&](const auto &each) { return each.second.path == path->substr(0, end); });
    if (slice == m_slices.end())
        return false;
    child_appeared(slice->second, name);
    return slice->second.children.contains(name);
}

/// Whether units may have appeared or vanished.
bool UnitWatch::take(const inotify_event &seen)
{
    if ((seen.mask & IN_Q_OVERFLOW) != 0) {
        rescan_all();
        return true;
    }
    const auto slice = m_slices.find(seen.wd);
    if (slice == m_slices.end())
        return (seen.mask & IN_MODIFY) != 0 && look_again(seen.wd);
    if ((seen.mask & IN_IGNORED) != 0) {
        m_slices.erase(slice);
        return true;
    }
    if (seen.len == 0)
        return false; // the slice itself
    if ((seen.mask & IN_ATTRIB) != 0) {
        const auto child = slice->second.children.find(seen.name);
        if (m_attributes && child != slice->second.children.end() && is_unit(seen.name))
            m_attributes->changed(child->second);
        return false;
    }
    if ((seen.mask & IN_CREATE) != 0)
        child_appeared(slice->second, seen.name);
    else if ((seen.mask & IN_DELETE) != 0)
        child_gone(slice->second, seen.name);
    return true;
}

bool UnitWatch::read_events()
{
    // A turn of the loop costs more, the more units there are, whatever it is for. So some seventy
    // events are taken at once, unless the kernel is slow to open their cgroups.
    constexpr int most_reads = 4;
    const TimeSlice slice;
    bool changed = false;
    for (int reads = 0; reads < most_reads && !slice.is_over(); ++reads) {
        if (!take_inotify_events(m_inotify.get(), [&](const inotify_event &seen) {
                changed = take(seen) || changed;
            }))
            break;
    }
    if (m_attributes)
        m_attributes->settled();
    if (changed && on_change)
        on_change();
    return G_SOURCE_CONTINUE;
}

} // namespace headroom
