// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/callers.h"

#include <gtest/gtest.h>

#include <headroom_dbus.h>
#include <set>

namespace headroom {
namespace {

const Sandbox free_one{.standing = Standing::Free, .why = {}, .app = {}, .has_own_files = false};
const Sandbox flatpak{.standing = Standing::Sandboxed,
                      .why = "it has a mount namespace of its own",
                      .app = "org.example.Player",
                      .has_own_files = true};
const Sandbox unknown{.standing = Standing::Unidentified,
                      .why = "its program can't be read",
                      .app = {},
                      .has_own_files = false};

const Sandbox undumpable{.standing = Standing::Undumpable,
                         .why = "its program can't be read",
                         .app = {},
                         .has_own_files = false};

using Members = std::set<std::string>;

Members described(GDBusInterfaceInfo *interface)
{
    Members members;
    for (GDBusMethodInfo **method = interface->methods; method && *method; ++method)
        members.insert((*method)->name);
    for (GDBusPropertyInfo **property = interface->properties; property && *property; ++property)
        members.insert((*property)->name);
    return members;
}

Members in_table(std::string_view interface)
{
    const auto members = members_of(interface);
    return {members.begin(), members.end()};
}

TEST(Callers, EachMemberOfTheInterfaceHasARow)
{
    EXPECT_EQ(in_table("Manager"), described(headroom_dbus_manager_interface_info()));
    EXPECT_EQ(in_table("App"), described(headroom_dbus_app_interface_info()));
    EXPECT_EQ(in_table("Compositor"), described(headroom_dbus_compositor_interface_info()));
}

TEST(Callers, ASandboxedOneGetsThreeMembers)
{
    Members allowed;
    for (const char *interface : {"Manager", "App", "Compositor"}) {
        for (const std::string &member : members_of(interface)) {
            if (may_call(flatpak, {.is_compositor = false, .names_itself = true}, interface,
                         member))
                allowed.insert(member);
        }
    }
    EXPECT_EQ(allowed, (Members{"Hold", "Release", "Level"}));
    EXPECT_FALSE(
        may_call(flatpak, {.is_compositor = false, .names_itself = false}, "Manager", "Hold"));
}

TEST(Callers, OneThatIsNotIdentifiedGetsWhatASandboxedOneGets)
{
    for (const char *interface : {"Manager", "App", "Compositor"}) {
        for (const std::string &member : members_of(interface)) {
            for (const bool itself : {false, true}) {
                for (const bool compositor : {false, true}) {
                    const CallerFacts facts{.is_compositor = compositor, .names_itself = itself};
                    const bool allowed = may_call(flatpak, facts, interface, member).has_value();
                    EXPECT_EQ(may_call(unknown, facts, interface, member).has_value(), allowed)
                        << member;
                    const bool reports = compositor && member == "Report";
                    EXPECT_EQ(may_call(undumpable, facts, interface, member).has_value(),
                              allowed || reports)
                        << member;
                }
            }
        }
    }
}

TEST(Callers, TheCompositorAloneReports)
{
    const CallerFacts compositor{.is_compositor = true, .names_itself = false};
    EXPECT_TRUE(may_call(free_one, compositor, "Compositor", "Report"));
    EXPECT_TRUE(may_call(undumpable, compositor, "Compositor", "Report"))
        << "KWin has a capability, so its process can't be inspected";
    EXPECT_FALSE(may_call(unknown, compositor, "Compositor", "Report"));
    EXPECT_FALSE(may_call(flatpak, compositor, "Compositor", "Report"))
        << "it has taken a name that was free";
    EXPECT_EQ(may_call(free_one, {}, "Compositor", "Report").error().sentence,
              "only the compositor reports windows");
    EXPECT_TRUE(may_call(free_one, compositor, "Manager", "Freeze")) << "GNOME Shell's extension";
    EXPECT_FALSE(may_call(flatpak, compositor, "Manager", "Freeze"));
}

TEST(Callers, ARefusalSaysWhatAndWhy)
{
    EXPECT_EQ(may_call(flatpak, {}, "Manager", "Freeze").error().sentence,
              "Manager.Freeze is refused: the caller is in a sandbox (it has a mount namespace of "
              "its own)");
    EXPECT_EQ(
        may_call(unknown, {}, "Manager", "Freeze").error().sentence,
        "Manager.Freeze is refused: the caller can't be identified (its program can't be read)");
    EXPECT_EQ(may_call(flatpak, {}, "Manager", "Hold").error().sentence,
              "Manager.Hold is refused: the caller is in a sandbox (it has a mount namespace of "
              "its own), and it may only name its own application");
    EXPECT_EQ(may_call(flatpak, {}, "Manager", "Freeze").error().kind, ErrorKind::Refused);
}

TEST(Callers, WhatHasNoRowIsNobodys)
{
    EXPECT_FALSE(callers_of("Manager", "Launch"));
    EXPECT_FALSE(
        may_call(free_one, {.is_compositor = true, .names_itself = true}, "Manager", "Launch"));
    EXPECT_FALSE(may_call(free_one, {}, "App", "Freeze"));
}

TEST(Callers, WhoeverReadsEverythingIsInNoSandbox)
{
    EXPECT_TRUE(may_read_everything(free_one, {}));
    EXPECT_FALSE(may_read_everything(unknown, {.is_compositor = true, .names_itself = false}));
    EXPECT_FALSE(may_read_everything(undumpable, {.is_compositor = true, .names_itself = false}));
    EXPECT_FALSE(may_read_everything(unknown, {}));
    EXPECT_FALSE(may_read_everything(flatpak, {.is_compositor = true, .names_itself = true}));
}

} // namespace
} // namespace headroom
