// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_path.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

void PrintTo(const CgroupPath &path, std::ostream *out)
{
    *out << "{manager " << (path.manager_uid ? std::to_string(*path.manager_uid) : "none")
         << ", slices";
    for (const auto &slice : path.slices)
        *out << " \"" << slice << '"';
    *out << ", unit \"" << path.unit << "\", unit_root \"" << path.unit_root << "\", below \""
         << path.below << "\"}";
}

namespace {

using namespace std::string_literals;

constexpr const char *manager = "/user.slice/user-1000.slice/user@1000.service";

struct Below {
    std::string_view path; // below the manager
    std::vector<std::string> slices;
    std::string unit;
    std::string below;
};

TEST(CgroupPath, FindsTheUnitBelowAUserManager)
{
    const std::vector<Below> rows{
        {"/app.slice/app-gnome-org.gnome.Maps-2437.scope",
         {"app.slice"},
         "app-gnome-org.gnome.Maps-2437.scope",
         ""},
        {"/app.slice/app-graphical.slice/app-Hyprland-chromium-031bdc27.scope",
         {"app.slice", "app-graphical.slice"},
         "app-Hyprland-chromium-031bdc27.scope",
         ""},
        {"/app.slice/app-org.gnome.Terminal.slice/"
         "vte-spawn-8a3864e7-404c-47a6-b149-f333c63228a5.scope",
         {"app.slice", "app-org.gnome.Terminal.slice"},
         "vte-spawn-8a3864e7-404c-47a6-b149-f333c63228a5.scope",
         ""},
        {"/app.slice/app-org.gnome.Terminal.slice/gnome-terminal-server.service",
         {"app.slice", "app-org.gnome.Terminal.slice"},
         "gnome-terminal-server.service",
         ""},
        {R"(/app.slice/app-dbus\x2d:1.2\x2dorg.gnome.Loupe.slice)"
         "/dbus-:1.2-org.gnome.Loupe@0.service",
         {"app.slice", R"(app-dbus\x2d:1.2\x2dorg.gnome.Loupe.slice)"},
         "dbus-:1.2-org.gnome.Loupe@0.service",
         ""},
        {"/app.slice/app-org.kde.konsole-41769.scope/main.scope",
         {"app.slice"},
         "app-org.kde.konsole-41769.scope",
         "main.scope"},
        {"/app.slice/app-org.kde.konsole-41769.scope/tab(42253).scope",
         {"app.slice"},
         "app-org.kde.konsole-41769.scope",
         "tab(42253).scope"},
        {R"(/app.slice/app-glib-google\x2dchrome-3188.scope/3194)",
         {"app.slice"},
         R"(app-glib-google\x2dchrome-3188.scope)",
         "3194"},
        {"/app.slice/app-x-1.scope/a.slice/b.scope/c",
         {"app.slice"},
         "app-x-1.scope",
         "a.slice/b.scope/c"},
        {"/session.slice/plasma-kwin_wayland.service",
         {"session.slice"},
         "plasma-kwin_wayland.service",
         ""},
        {"/session.slice/dbus.service", {"session.slice"}, "dbus.service", ""},
        {"/user.slice/libpod-be131b155b6a.scope/container",
         {"user.slice"},
         "libpod-be131b155b6a.scope",
         "container"},
        {"/init.scope", {}, "init.scope", ""},
        {"/app.slice", {"app.slice"}, "", ""},
        {"/app.slice/app-graphical.slice", {"app.slice", "app-graphical.slice"}, "", ""},
        // systemd's guard against clashes with the kernel's file names
        {"/app.slice/_cpu.service", {"app.slice"}, "cpu.service", ""},
        {"/app.slice/tmp-x.mount", {"app.slice"}, "tmp-x.mount", ""},
        // Not units: a cgroup that was made by hand, a deleted one, templates, an invalid slice.
        {"/app.slice/by-hand", {"app.slice"}, "", "by-hand"},
        {"/app.slice/by-hand/app-x-1.scope", {"app.slice"}, "", "by-hand/app-x-1.scope"},
        {"/app.slice/app-x-1.scope (deleted)", {"app.slice"}, "", "app-x-1.scope (deleted)"},
        {"/app.slice/getty@.service", {"app.slice"}, "", "getty@.service"},
        {"/app@1.slice/app-x-1.scope", {}, "", "app@1.slice/app-x-1.scope"},
        {"/.slice/app-x-1.scope", {}, "", ".slice/app-x-1.scope"},
    };
    for (const auto &row : rows) {
        const std::string path = manager + std::string(row.path);
        CgroupPath expected{.manager_uid = 1000,
                            .slices = row.slices,
                            .unit = row.unit,
                            .unit_root = {},
                            .below = row.below};
        if (!row.unit.empty())
            expected.unit_root =
                path.substr(0, path.size() - (row.below.empty() ? 0 : row.below.size() + 1));
        EXPECT_EQ(parse_cgroup_path(path), expected) << path;
    }
}

TEST(CgroupPath, FindsTheUnitElsewhere)
{
    struct Row {
        std::string path;
        CgroupPath expected;
    };
    const std::vector<Row> rows{
        {"/user.slice/user-1000.slice/session-3.scope",
         {{},
          {"user.slice", "user-1000.slice"},
          "session-3.scope",
          "/user.slice/user-1000.slice/session-3.scope",
          ""}},
        {"/system.slice/ssh.service",
         {{}, {"system.slice"}, "ssh.service", "/system.slice/ssh.service", ""}},
        {R"(/system.slice/system-getty.slice/getty@tty1.service)",
         {{},
          {"system.slice", "system-getty.slice"},
          "getty@tty1.service",
          "/system.slice/system-getty.slice/getty@tty1.service",
          ""}},
        {"/system.slice", {{}, {"system.slice"}, "", "", ""}},
        {"/init.scope", {{}, {}, "init.scope", "/init.scope", ""}},
        {"/machine.slice/libpod-1f2e.scope/container/init.scope",
         {{},
          {"machine.slice"},
          "libpod-1f2e.scope",
          "/machine.slice/libpod-1f2e.scope",
          "container/init.scope"}},
        // A user manager inside a container is not the session's: Headroom can't talk to it.
        {"/machine.slice/m.scope/user.slice/user@1000.service/app.slice/app-x-1.scope",
         {{},
          {"machine.slice"},
          "m.scope",
          "/machine.slice/m.scope",
          "user.slice/user@1000.service/app.slice/app-x-1.scope"}},
        {"/docker/0d87b50f14a9", {{}, {}, "", "", "docker/0d87b50f14a9"}},
        {"/user@1000.service/init.scope",
         {1000, {}, "init.scope", "/user@1000.service/init.scope", ""}},
        {"/user@0.service/app.slice/snap.scope",
         {0, {"app.slice"}, "snap.scope", "/user@0.service/app.slice/snap.scope", ""}},
        {"/user@4294967294.service/init.scope",
         {4294967294U, {}, "init.scope", "/user@4294967294.service/init.scope", ""}},
        // The manager itself is a service of the system manager.
        {manager, {{}, {"user.slice", "user-1000.slice"}, "user@1000.service", manager, ""}},
    };
    for (const auto &row : rows)
        EXPECT_EQ(parse_cgroup_path(row.path), row.expected) << row.path;
}

TEST(CgroupPath, TakesNoOtherServiceForAUserManager)
{
    for (const auto *uid : {"4294967296", "4294967295", "65535", "18446744073709552616", "abc",
                            "-1", "+1", "01", "1000x", "0x10", "1000@1"}) {
        const std::string unit = "user@"s + uid + ".service";
        const std::string path = "/user.slice/" + unit + "/app.slice/app-x-1.scope";
        const bool is_unit = uid != "+1"s; // not a valid unit name
        const CgroupPath expected{.manager_uid = {},
                                  .slices = {"user.slice"},
                                  .unit = is_unit ? unit : "",
                                  .unit_root = is_unit ? "/user.slice/" + unit : "",
                                  .below = is_unit ? "app.slice/app-x-1.scope"
                                                   : unit + "/app.slice/app-x-1.scope"};
        EXPECT_EQ(parse_cgroup_path(path), expected) << path;
    }
}

TEST(CgroupPath, RefusesWhatIsNoPathBelowTheMount)
{
    for (const auto &path :
         {""s, "/"s, "//"s, "app.slice/app-x-1.scope"s, "/../app.slice/app-x-1.scope"s, "/.."s,
          "/../x"s, "/."s, "/app.slice/"s, "/app.slice//app-x-1.scope"s, "//app.slice"s,
          "/app.slice/../app-x-1.scope"s, "/app.slice/./app-x-1.scope"s,
          "/app.slice/app-x-1.scope/.."s, "../x"s, "0::/app.slice"s, "/app.slice/app-x-1.scope\0"s,
          "/app.slice\0/app-x-1.scope"s})
        EXPECT_EQ(parse_cgroup_path(path), std::nullopt) << path;
}

TEST(CgroupPath, StandsLongPaths)
{
    std::string path;
    for (int i = 0; i < 1000; ++i)
        path += "/a.slice";
    const auto parsed = parse_cgroup_path(path + "/b.scope");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->slices.size(), 1000U);
    EXPECT_EQ(parsed->unit, "b.scope");
    EXPECT_EQ(parsed->unit_root, path + "/b.scope");
}

TEST(CgroupPath, IsAtOrBelowAWholeName)
{
    EXPECT_TRUE(is_at_or_below("/app.slice/x.scope", "/app.slice/x.scope"));
    EXPECT_TRUE(is_at_or_below("/app.slice/x.scope/below", "/app.slice/x.scope"));
    EXPECT_FALSE(is_at_or_below("/app.slice/x.scope2", "/app.slice/x.scope"));
    EXPECT_FALSE(is_at_or_below("/app.slice", "/app.slice/x.scope"));
    EXPECT_FALSE(is_at_or_below("", "/app.slice/x.scope"));
}

} // namespace
} // namespace headroom
