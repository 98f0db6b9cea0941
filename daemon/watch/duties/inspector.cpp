// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/inspector.h"

#include "sys/cgroup_processes.h"
#include "sys/dependents.h"
#include "sys/file_locks.h"
#include "sys/off_the_loop.h"
#include "sys/process.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace headroom {

namespace {

namespace fs = std::filesystem;

/// What is sent to these is lost, or late, if it stops in the middle. Not /dev/hidraw* and
/// /dev/input/*: Steam and browsers keep those open.
constexpr auto devices = std::to_array<std::string_view>(
    {"/dev/ttyUSB", "/dev/ttyACM", "/dev/ttyS", "/dev/rfcomm", "/dev/lp", "/dev/usb/lp",
     "/dev/bus/usb/", "/dev/sr", "/dev/sg", "/dev/sd", "/dev/mmcblk", "/dev/nvme"});

std::optional<DutyKind> duty_of_file(const std::string &path)
{
    if (path == "/dev/fuse")
        return DutyKind::FileServer;
    if (path.starts_with("/dev/video"))
        return DutyKind::Camera;
    if (path.starts_with("/dev/snd/pcm"))
        return DutyKind::SoundCard;
    if (path == "/dev/uinput" || path == "/dev/input/uinput")
        return DutyKind::InputDevice;
    // The terminal emulator's end of a pseudo terminal; what runs in it has the other one.
    if (path == "/dev/ptmx" || path == "/dev/pts/ptmx")
        return DutyKind::Terminal;
    if (path == "/dev/net/tun")
        return DutyKind::Tunnel;
    if (path == "/dev/kvm" || path.starts_with("/dev/vboxdrv") || path == "/dev/vmmon")
        return DutyKind::Machine;
    if (std::ranges::any_of(devices, [&](std::string_view each) { return path.starts_with(each); }))
        return DutyKind::Device;
    return std::nullopt;
}

/// False: its files are unreadable.
bool add_open_files(const fs::path &process, std::set<DutyKind> &found)
{
    std::error_code problem;
    auto entry = fs::directory_iterator{process / "fd", problem};
    if (problem)
        return false;
    for (; !problem && entry != fs::directory_iterator{}; entry.increment(problem)) {
        std::error_code gone; // closed meanwhile
        if (const auto duty = duty_of_file(fs::read_symlink(entry->path(), gone).native()); duty)
            found.insert(*duty);
    }
    return true;
}

/// Children of these processes that lead a session on a terminal of their own, as a terminal's
/// shell does.
std::vector<Shell> shells_among(const ProcessTable &table, const std::set<int> &pids)
{
    std::vector<Shell> shells;
    for (const int pid : pids) {
        const auto child = table.stat(pid);
        if (!child || !child->has_tty || child->session != child->id.pid
            || !pids.contains(child->parent))
            continue;
        if (const auto parent = table.stat(child->parent);
            parent && parent->terminal != child->terminal)
            shells.push_back({child->id, child->parent});
    }
    return shells;
}

/// The shells in the terminal's own cgroup, without those in a cgroup below it.
std::vector<Shell> in_cgroup_itself(std::vector<Shell> shells, const ProcessTable &table)
{
    std::erase_if(shells, [&](const Shell &shell) {
        const auto cgroup = table.cgroup(shell.id.pid);
        const auto terminals = table.cgroup(shell.started_by);
        return !cgroup || !terminals || *cgroup != *terminals;
    });
    return shells;
}

/// A Wine prefix has one server, in the unit of whichever program was started first.
bool is_of_wine(std::string_view program)
{
    return program.starts_with("wineserver") || program == "wine" || program == "wine64"
        || program.ends_with("-preloader");
}

/// Both PulseAudio and pipewire-pulse write their pid beside their socket. PulseAudio's streams are
/// unknown. PipeWire may run beside it, for the screen and cameras.
bool is_pulseaudio(const std::string &socket, const ProcessTable &table)
{
    std::ifstream file{fs::path{socket}.replace_filename("pid")};
    int pid = 0;
    return file >> pid && table.name(pid) == "pulseaudio";
}

void look_at_connections(const std::string &proc_root, const std::set<int> &pids,
                         const WatchedDisplay &watched, std::set<DutyKind> &found)
{
    SocketInodes own;
    for (const int pid : pids)
        add_sockets(proc_root, pid, own);
    const auto streams = own.empty() ? Result<std::vector<LocalStream>>{} : local_streams();
    if (!streams)
        return;
    if (dependence_on(own, own, *streams) != Dependence::None)
        found.insert(DutyKind::Connected);
    if (is_x11_client(own, *streams))
        found.insert(DutyKind::X11Client);
    if (is_on_another_display({.pids = pids, .sockets = own}, watched, *streams, proc_root))
        found.insert(DutyKind::OtherDisplay);
    if (const std::string server = pulse_server_of(own, *streams);
        !server.empty() && is_pulseaudio(server, ProcessTable{proc_root}))
        found.insert(DutyKind::PulseClient);
}

} // namespace

Inspected inspect(const CgroupDir &cgroup, const std::string &proc_root,
                  const WatchedDisplay &watched)
{
    Inspected result;
    const auto pids = processes_below(cgroup);
    if (!pids)
        return result;
    result.readable = pids->empty();
    std::set<DutyKind> found;
    const ProcessTable table{proc_root};
    for (const int pid : *pids) {
        const bool is_readable = add_open_files(fs::path{proc_root} / std::to_string(pid), found);
        result.readable = is_readable || result.readable;
        // VPN and proxy clients give their core this right with setcap(8). The kernel hides the
        // open files of such a process from its user.
        if (!is_readable && table.may_set_up_networks(pid))
            found.insert(DutyKind::Tunnel);
    }
    // This also finds terminals whose files are unreadable, since they have more rights than their
    // user (urxvt).
    if (auto shells = shells_among(table, *pids); !shells.empty()) {
        found.insert(DutyKind::Terminal);
        result.shells = in_cgroup_itself(std::move(shells), table);
    }
    if (std::ranges::any_of(*pids, [&](int pid) { return is_of_wine(table.program(pid)); }))
        found.insert(DutyKind::Wine);
    // Root's part of VeraCrypt serves the files of its volumes, and pkexec starts partition tools.
    if (std::ranges::any_of(*pids, [&](int pid) { return table.is_of_another_user(pid); }))
        found.insert(DutyKind::OtherUser);
    look_at_connections(proc_root, *pids, watched, found);
    if (is_lock_awaited(proc_root + "/locks", *pids))
        found.insert(DutyKind::LockAwaited);
    result.duties.assign(found.begin(), found.end());
    return result;
}

Inspector::~Inspector()
{
    g_cancellable_cancel(m_end.get());
}

void Inspector::look_at(const std::set<UnitId> &units, std::function<void()> done)
{
    Waiting waiting{{}, std::move(done)};
    for (const UnitId unit : units) {
        auto cgroup = m_dirs.share(unit);
        if (!cgroup)
            continue;
        waiting.units.insert(unit);
        if (!m_under_way.insert(unit).second)
            continue;
        off_the_loop<Inspected>(
            m_end.get(), {"headroom-inspect", std::to_string(unit.inode)},
            [cgroup = std::move(cgroup), root = m_proc_root, watched = watched_display()] {
                return inspect(*cgroup, root, watched);
            },
            [this, unit](const Inspected &found) { finished(unit, found); });
    }
    if (!waiting.done)
        return;
    if (waiting.units.empty())
        waiting.done();
    else
        m_waiting.push_back(std::move(waiting));
}

void Inspector::finished(UnitId unit, const Inspected &found)
{
    m_under_way.erase(unit);
    if (std::ranges::find(found.duties, DutyKind::Terminal) != found.duties.end())
        m_emit(event::ShellsSeen{unit, found.shells});
    m_emit(event::UnitInspected{unit, found.duties, found.readable});
    std::list<Waiting> over;
    for (auto each = m_waiting.begin(); each != m_waiting.end();) {
        const auto next = std::next(each);
        each->units.erase(unit);
        if (each->units.empty())
            over.splice(over.end(), m_waiting, each);
        each = next;
    }
    for (const Waiting &waiting : over) // no longer in the list: `done` may request again
        waiting.done();
}

} // namespace headroom
