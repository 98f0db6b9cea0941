// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/systemd_waits.h"

#include "policy/explain.h"
#include "pressed.h"

// In a frozen service, systemd must not have to start a program.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::HasSubstr;

constexpr const char *server = "org.example.Server";
constexpr const char *name = "app-org.example.Server@autostart.service";
constexpr const char *reason = "to stop or reload app-org.example.Server@autostart.service, "
                               "systemd starts a program in it, and would hang while it is paused";

class SystemdWaits : public testing::Test {
protected:
    Desk desk;
    UnitId unit = desk.unit("app.slice/"s + name);

    void described(bool starts_programs)
    {
        desk.happens(event::UnitDescribed{unit, {name}, "", 0, starts_programs});
    }
    void is_asked() { desk.happens(event::FreezeAsked{server, 0s}); }
};

TEST_F(SystemdWaits, AServiceWithAProgramToStopItIsNotEvenFrozenOnRequest)
{
    described(true);
    EXPECT_EQ(refuse_freeze(desk.session, server), reason);
    is_asked();
    EXPECT_EQ(desk.turns(), Lines{});
    EXPECT_EQ(
        in_english(why_not_frozen(desk.session, desk.config, unit, Level::Critical, desk.now)),
        reason);
    EXPECT_THAT(in_english(explain(desk.session, desk.config, server, desk.now)),
                Contains(HasSubstr(reason)));
}

TEST_F(SystemdWaits, AnotherServiceIsFrozen)
{
    described(false);
    EXPECT_EQ(refuse_freeze(desk.session, server), std::nullopt);
    is_asked();
    EXPECT_EQ(desk.turns(), Lines{"freeze "s + name});
}

TEST_F(SystemdWaits, WhatIsFrozenGoesOnAtOnce)
{
    described(false);
    is_asked();
    ASSERT_EQ(desk.turns(), Lines{"freeze "s + name});
    described(true);
    EXPECT_EQ(desk.turns(), Lines{"thaw "s + name});
}

TEST_F(SystemdWaits, Invariant7UntilAServiceIsDescribedARequestWaits)
{
    is_asked();
    EXPECT_EQ(desk.turns(), Lines{});
    described(false);
    EXPECT_EQ(desk.turns(), Lines{"freeze "s + name});
}

TEST_F(SystemdWaits, Invariant7AndIsRefusedIfItIsDescribedSo)
{
    is_asked();
    EXPECT_EQ(desk.turns(), Lines{});
    described(true);
    EXPECT_EQ(desk.turns(), Lines{});
}

TEST(SystemdWaitsUnderPressure, Invariant7UntilAServiceIsDescribedItIsNotFrozen)
{
    PressedDesk desk;
    const UnitId unit = desk.unit("app.slice/"s + name);
    desk.happens(event::AppDescribed{
        .app = server, .name = "Server", .terminal = false, .never_frozen = {}});
    desk.passes(1h);
    const auto why = [&] {
        return in_english(
            why_not_frozen(desk.session, desk.config, unit, Level::Critical, desk.now));
    };
    EXPECT_EQ(why(), "systemd hasn't reported yet how it stops Server");
    desk.happens(event::UnitDescribed{unit, {name}, "", 0});
    EXPECT_EQ(why(), std::nullopt);
}

TEST_F(SystemdWaits, AScopeHasNoPrograms)
{
    const App app = desk.app("org.example.App");
    EXPECT_EQ(systemd_waits(desk.session, app.unit), std::nullopt);
    EXPECT_EQ(not_described_yet(desk.session, app.id), std::nullopt);
}

/// Konsole, started by Plasma's menu.
TEST_F(SystemdWaits, ATabIsNotTheServiceAroundIt)
{
    const UnitId tab = desk.unit("app.slice/app-org.kde.konsole@1f.service/tab(2).scope");
    desk.happens(event::UnitDescribed{tab, {}, "", 0, true});
    EXPECT_EQ(systemd_waits(desk.session, tab), std::nullopt);
    const UnitId other = desk.unit("app.slice/app-org.kde.konsole@1f.service/tab(3).scope");
    EXPECT_EQ(not_described_yet(desk.session, desk.session.units.at(other).app), std::nullopt);
}

} // namespace

} // namespace headroom
