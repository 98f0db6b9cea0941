// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "small_desk.h"

#include "require.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <format>
#include <fstream>
#include <iterator>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace headroom {

namespace {

namespace fs = std::filesystem;

struct File {
    const char *name;
    const char *text;
};
constexpr File control_files[] = {{"cgroup.freeze", "0\n"},
                                  {"cgroup.events", "populated 1\nfrozen 0\n"},
                                  {"cgroup.procs", ""},
                                  {"cpu.weight", "100\n"},
                                  {"cgroup.controllers", "cpu io memory pids\n"},
                                  {"memory.current", "4096\n"}};

void write(const std::string &path, std::string_view text)
{
    std::ofstream{path, std::ios::binary | std::ios::trunc} << text;
}

void fill(const std::string &directory)
{
    fs::create_directories(directory);
    for (const File &file : control_files)
        write(directory + "/" + file.name, file.text);
}

/// A real process, because pidfds need one. It sleeps until the fuzzer ends.
pid_t sleeper()
{
    const pid_t pid = fork();
    if (pid == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            (void)pause();
    }
    require(pid > 0, "there is a process");
    return pid;
}

/// A directory that supports extended attributes as a cgroup does; tmpfs does since Linux 6.6.
/// Without them the daemon would freeze nothing here.
std::string place()
{
    for (const std::string &parent :
         {std::string{"/dev/shm"}, fs::temp_directory_path().string(), std::string{"/var/tmp"}}) {
        std::string path = parent + "/headroom-desk-XXXXXX";
        if (!mkdtemp(path.data()))
            continue;
        if (setxattr(path.c_str(), "user.headroom.test", "1", 1, 0) == 0)
            return path;
        fs::remove(path);
    }
    require(false, "there is a place for it");
    return {};
}

} // namespace

SmallDesk::SmallDesk() : m_path(place()), m_owner(getpid())
{
    set_environment();
    for (const char *below : {"/cgroup", "/proc", "/sys", "/run/headroom", "/home", "/none"})
        fs::create_directories(m_path + below);
    const std::string manager_dir = cgroup_root() + manager();
    for (const char *below : {"", "/app.slice", "/session.slice", "/session.slice/dbus.service"})
        fill(manager_dir + below);
    for (App &app : m_apps)
        make_app(app);
}

SmallDesk::~SmallDesk()
{
    if (getpid() != m_owner)
        return;
    for (const App &app : m_apps) {
        (void)kill(app.pid, SIGKILL);
        (void)waitpid(app.pid, nullptr, 0);
    }
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

std::string SmallDesk::manager() const
{
    return std::format("/user.slice/user-{0}.slice/user@{0}.service", getuid());
}

void SmallDesk::make_app(App &app)
{
    app.pid = sleeper();
    app.directory = cgroup_root() + manager() + "/app.slice/" + app.unit;
    fill(app.directory);
    const std::string entry = std::format("{}/{}", proc_root(), app.pid);
    fs::create_directories(entry);
    write(entry + "/stat",
          std::format("{} (a) b) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 {} 0 0\n", app.pid,
                      1000 + app.pid));
    write(entry + "/cgroup", std::format("0::{}/app.slice/{}\n", manager(), app.unit));
    fs::create_symlink(std::string{"/usr/bin/"} + app.id, entry + "/exe");
}

void SmallDesk::set_environment() const
{
    for (const char *name :
         {"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "SWAYSOCK", "I3SOCK", "NIRI_SOCKET",
          "HYPRLAND_INSTANCE_SIGNATURE", "NOTIFY_SOCKET", "XDG_CURRENT_DESKTOP", "XDG_CACHE_HOME",
          "XDG_DATA_HOME", "XDG_STATE_HOME", "DBUS_STARTER_ADDRESS", "PIPEWIRE_REMOTE"})
        (void)unsetenv(name);
    const std::string nowhere = m_path + "/none";
    for (const auto &[name, value] :
         {std::pair{"DBUS_SESSION_BUS_ADDRESS", "unix:path=" + nowhere + "/bus"},
          {"DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + nowhere + "/bus"},
          {"XDG_RUNTIME_DIR", m_path + "/run"},
          {"PIPEWIRE_RUNTIME_DIR", nowhere},
          {"HOME", m_path + "/home"},
          {"XDG_CONFIG_HOME", m_path + "/home"},
          {"XDG_CONFIG_DIRS", nowhere},
          {"XDG_DATA_DIRS", nowhere},
          {"GSETTINGS_BACKEND", std::string{"memory"}},
          {"LC_ALL", std::string{"C.UTF-8"}},
          {"JOURNAL_STREAM", std::string{"1:1"}}}) // logs don't belong on the terminal
        (void)setenv(name, value.c_str(), 1);
}

void SmallDesk::tidy()
{
    for (const App &app : m_apps)
        fill(app.directory);
    for (const char *below : {"/home", "/run/headroom"}) {
        for (const auto &entry : fs::directory_iterator{m_path + below})
            fs::remove_all(entry.path());
    }
}

bool SmallDesk::is_frozen(const App &app)
{
    std::ifstream file{app.directory + "/cgroup.freeze"};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    return text.starts_with('1');
}

} // namespace headroom
