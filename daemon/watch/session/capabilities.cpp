// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/capabilities.h"

#include "sys/close_elsewhere.h"
#include "sys/disk_schedulers.h"
#include "watch/pressure/pressure_trigger.h"
#include "watch/session/memory_protection.h"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace headroom {

namespace {

using Found = event::CapabilityFound;

std::string slurp(const std::string &path)
{
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

bool has_word(const std::string &text, std::string_view word)
{
    std::istringstream words{text};
    for (std::string next; words >> next;) {
        if (next == word)
            return true;
    }
    return false;
}

Found find_freeze(const CgroupDir *apps)
{
    if (!apps || !apps->has(cgroup_file::freeze))
        return {Capability::Freeze, false,
                say("what a machine lacks", "the kernel has no cgroup.freeze here"),
                say("what to do about what a machine lacks",
                    "run a kernel of 5.2 or later with cgroup v2 mounted")};
    return {Capability::Freeze,
            true,
            say("what a machine can do", "apps can be paused through cgroup.freeze"),
            {}};
}

/// Without a record there is no freeze: a crash would leave the app frozen for ever.
Found find_record(const CgroupDir *apps, const std::string &runtime_dir)
{
    constexpr const char *probe = "user.headroom.probe";
    if (!apps || !apps->set_mark(probe, "1") || !apps->remove_mark(probe))
        return {
            Capability::RecordFrozen, false,
            say("what a machine lacks",
                "cgroups can't be marked with extended attributes, so no app can be paused safely"),
            say("what to do about what a machine lacks", "run a kernel of 5.7 or later")};
    if (faccessat(AT_FDCWD, runtime_dir.c_str(), W_OK, 0) != 0)
        return {Capability::RecordFrozen, false,
                say("what a machine lacks: {} is a directory",
                    "{} can't be written to, so no app can be paused safely", runtime_dir),
                say("what to do about what a machine lacks", "log in through logind")};
    return {Capability::RecordFrozen,
            true,
            say("what a machine can do", "each pause is recorded first, and undone after a crash"),
            {}};
}

/// Looks at the manager's own cgroup. Below it, systemd enables a controller only when a unit has a
/// setting that needs it, and no unit may have one yet.
bool is_delegated(const CgroupDir *manager, std::string_view controller)
{
    return manager && has_word(manager->read(cgroup_file::controllers).value_or(""), controller);
}

Found find_cpu_weight(const CgroupDir *manager, const std::string &sys_root)
{
    if (slurp(sys_root + "/kernel/sched_ext/state").starts_with("enabled")) {
        std::string name = slurp(sys_root + "/kernel/sched_ext/root/ops");
        name.erase(name.find_last_not_of(" \n") + 1);
        return {Capability::CpuWeight, false,
                say("what a machine lacks: {} is a scheduler's name",
                    "the scheduler {} (sched_ext) is loaded, and most of these ignore CPU weights",
                    name),
                say("what to do about what a machine lacks",
                    "stop it, for example with: systemctl stop scx_loader.service")};
    }
    if (!is_delegated(manager, "cpu"))
        return {
            Capability::CpuWeight, false,
            say("what a machine lacks", "the cpu controller is not delegated to your user manager"),
            say("what to do about what a machine lacks",
                "use systemd 252 or later, and boot with cgroup v2 only")};
    return {Capability::CpuWeight,
            true,
            say("what a machine can do", "the active app gets more CPU"),
            {}};
}

Found find_io_weight(const CgroupDir *manager, IoWeighted by)
{
    if (!is_delegated(manager, "io"))
        return {
            Capability::IoWeight, false,
            say("what a machine lacks", "the io controller is not delegated to your user manager"),
            say("what to do about what a machine lacks",
                "install the package headroom-root, or run: sudo install -D -m 644 -t "
                "/etc/systemd/system/user@.service.d "
                "/usr/share/headroom/root-side/50-headroom-io.conf; then restart the computer")};
    if (by == IoWeighted::Nothing)
        return {Capability::IoWeight, false,
                say("what a machine lacks", "no disk has a scheduler that supports I/O weights"),
                say("what to do about what a machine lacks",
                    "choose BFQ for rotating and SATA disks, or enable io.cost: see headroom(7)")};
    return {Capability::IoWeight,
            true,
            say("what a machine can do", "the active app gets more disk time"),
            {}};
}

Found pressure_on_request(const Error &no_triggers)
{
    return {Capability::Pressure,
            true,
            say("what a machine can do: {} is why no more",
                "the kernel reports pressure (PSI) only on request, since triggers need root "
                "here: {}",
                no_triggers.sentence),
            {}};
}

Found find_pressure(const std::string &proc_root)
{
    if (slurp(proc_root + "/pressure/memory").empty())
        return {Capability::Pressure, false,
                say("what a machine lacks", "the kernel reports no pressure (PSI)"),
                say("what to do about what a machine lacks", "boot with psi=1")};
    UniqueFd fd{open((proc_root + "/pressure/memory").c_str(), O_RDWR | O_CLOEXEC)};
    const auto armed = fd ? arm(fd.get(), system_triggers.front())
                          : Result<void>{system_error(errno, "opening its file for a trigger")};
    if (!armed)
        return pressure_on_request(armed.error());
    close_elsewhere(std::move(fd));
    return {Capability::Pressure,
            true,
            say("what a machine can do", "the kernel reports pressure (PSI)"),
            {}};
}

Found find_adopt(bool systemd_on_bus)
{
    if (!systemd_on_bus)
        return {
            Capability::Adopt, false,
            say("what a machine lacks", "no systemd user manager is on the session bus"),
            say("what to do about what a machine lacks", "log in through systemd's user session")};
    return {Capability::Adopt,
            true,
            say("what a machine can do", "apps without a unit of their own get one"),
            {}};
}

/// What the project of a source of windows calls it.
std::string own_name(const std::string &source)
{
    static const std::map<std::string, const char *> names{{"gnome-shell", "GNOME Shell"},
                                                           {"hyprland", "Hyprland"},
                                                           {"kwin", "KWin"},
                                                           {"mutter", "Mutter"},
                                                           {"x11", "X11"}};
    const auto known = names.find(source);
    return known == names.end() ? source : known->second;
}

} // namespace

void find_capabilities(const Machine &machine, const Emit &emit)
{
    const auto opened = CgroupDir::open(machine.dirs.root(), machine.manager_path + "/app.slice");
    const auto of_manager = CgroupDir::open(machine.dirs.root(), machine.manager_path);
    const CgroupDir *manager = of_manager ? &*of_manager : nullptr;
    // Before the first app there may be no app.slice, and this is looked at only once. What the
    // kernel can do there it can do in the cgroup above.
    const bool is_yet_to_come = !opened && means_gone(opened.error());
    const CgroupDir *apps = opened ? &*opened : is_yet_to_come ? manager : nullptr;
    emit(find_adopt(machine.systemd_on_bus));
    emit(find_cpu_weight(manager, machine.sys_root));
    emit(find_freeze(apps));
    const IoWeighted by = io_weighted(machine.sys_root, machine.dirs.root_path());
    emit(find_io_weight(manager, by));
    if (by == IoWeighted::OnlyBfq)
        emit(event::DiskSchedulersSeen{true});
    emit(find_pressure(machine.proc_root));
    emit(find_memory_protection(machine));
    emit(find_record(apps, machine.runtime_dir));
    emit(describe_windows({}));
    emit(describe_clipboard({}));
}

event::CapabilityFound describe_pressure(const std::optional<Error> &no_slow,
                                         const Result<void> &fast)
{
    if (fast)
        return {Capability::Pressure,
                true,
                say("what a machine can do",
                    "the kernel reports pressure (PSI) immediately, through headroom-broker"),
                {}};
    if (no_slow)
        return pressure_on_request(*no_slow);
    if (fast.error().kind == ErrorKind::Unavailable)
        return {Capability::Pressure, true,
                say("what a machine can do",
                    "the kernel reports pressure (PSI), but up to two seconds late, since "
                    "headroom-broker is not running"),
                say("what to do about what a machine lacks", "install the package headroom-root")};
    return {Capability::Pressure,
            true,
            say("what a machine can do: {} is why no more",
                "the kernel reports pressure (PSI), but up to two seconds late, since "
                "headroom-broker grants no more: {}",
                fast.error().sentence),
            {}};
}

event::CapabilityFound describe_clipboard(const Sentence &source)
{
    if (source.empty())
        return {Capability::Clipboard, false,
                say("what a machine lacks",
                    "the clipboard owner isn't known: what a paused app has copied can't be pasted "
                    "until it is resumed"),
                say("what to do about what a machine lacks",
                    "in GNOME, log in once after installing Headroom, then: headroomctl "
                    "enable-extension")};
    return {Capability::Clipboard,
            true,
            say("what a machine can do",
                "{} reports clipboard changes, and an app that may own the clipboard is not paused",
                source),
            {}};
}

event::CapabilityFound describe_freeze(const event::WindowSourceChanged &source,
                                       const CapabilityState &machine)
{
    if (!source.offers_to_end || !machine.available)
        return {Capability::Freeze, machine.available, machine.reason, machine.remedy};
    return {Capability::Freeze, false,
            say("what a machine lacks: {} is a compositor",
                "{} may offer to end apps that do not respond, even hidden ones, and a paused app "
                "does not respond",
                own_name(source.name)),
            say("what to do about what a machine lacks",
                "in the configuration of Hyprland, set misc:enable_anr_dialog = false")};
}

event::CapabilityFound describe_windows(const event::WindowSourceChanged &source)
{
    const std::string name = own_name(source.name);
    if (source.name.empty())
        return {
            Capability::Windows, false,
            say("what a machine lacks", "no compositor reports its windows"),
            say("what to do about what a machine lacks",
                "in Plasma: System Settings, Window Management, KWin Scripts, switch Headroom on")};
    if (source.reports_visibility)
        return {Capability::Windows,
                true,
                say("what a machine can do",
                    "{} reports the windows, which one is active and which are hidden", name),
                {}};
    if (source.name == "wayland")
        return {Capability::Windows,
                true,
                say("what a machine can do",
                    "the Wayland compositor reports the windows and the active one, with the names "
                    "that their apps choose, but not which are hidden: no app is slowed down, and "
                    "apps are paused only in the worst case"),
                {}};
    return {Capability::Windows, true,
            say("what a machine can do",
                "{} reports the active app, but neither its windows nor which are hidden: no app "
                "is slowed down, and apps are paused only in the worst case",
                name),
            say("what to do about what a machine lacks",
                "for the rest, log in once after installing Headroom, then: headroomctl "
                "enable-extension")};
}

} // namespace headroom
