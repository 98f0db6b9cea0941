// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/wayland_clipboard.h"

#include "parts/fake_wayland.h"
#include "parts/main_context.h"
#include "parts/scratch.h"

#include <array>
#include <gmock/gmock.h>
#include <memory>

namespace headroom {

namespace {

using seen::comes_true;
using seen::FakeWayland;
using seen::Scratch;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char *older = "zwlr_data_control_manager_v1";
constexpr const char *newer = "ext_data_control_manager_v1";
constexpr const char *put_back_by_klipper = "application/x-kde-onlyReplaceEmpty";

class WaylandClipboardTest : public testing::TestWithParam<const char *> {
protected:
    Scratch scratch;
    std::vector<std::string> told;
    std::vector<bool> known; ///< whether it is said that somebody tells, each time that it is said
    WaylandClipboard clipboard{scratch.path(), "", [this](const Event &event) {
                                   if (const auto *found = std::get_if<event::CapabilityFound>(&event))
                                       return known.push_back(found->available);
                                   if (const auto *copied = std::get_if<event::Copied>(&event))
                                       told.emplace_back(copied->by ? "copied by somebody" : "copied");
                                   else
                                       told.emplace_back(std::holds_alternative<event::NothingCopied>(event) ? "nothing" : "something else");
                               }};

    [[nodiscard]] std::string socket(int number) const { return scratch.path() + "/wayland-" + std::to_string(number); }

    /// Both ends have said all they had to say: what the compositor tells now comes after the beginning.
    static void begins(const FakeWayland &compositor)
    {
        EXPECT_TRUE(comes_true([&] { return compositor.devices() == 1; }));
    }
};

/// Nothing is ready, and no timer will make it so.
bool is_quiet()
{
    gint timeout = 0;
    gint priority = 0;
    std::array<GPollFD, 64> fds{};
    GMainContext *context = g_main_context_default();
    (void)g_main_context_acquire(context);
    const bool ready = g_main_context_prepare(context, &priority) != FALSE;
    (void)g_main_context_query(context, priority, &timeout, fds.data(), static_cast<gint>(fds.size()));
    g_main_context_release(context);
    return !ready && timeout == -1 && g_main_context_pending(context) == FALSE;
}

/// Works off what is ready, and waits for what timers bring, until neither is there. False: that never comes.
bool becomes_quiet()
{
    constexpr gint64 patience_us = 20'000'000;
    const gint64 over = g_get_monotonic_time() + patience_us;
    while (!is_quiet() && g_get_monotonic_time() < over)
        g_main_context_iteration(nullptr, TRUE);
    return is_quiet();
}

TEST_P(WaylandClipboardTest, EachCopyIsToldAndNobodyIsAskedForIt)
{
    FakeWayland compositor{socket(0), {GetParam()}};
    clipboard.start();
    begins(compositor);
    compositor.copied({"text/plain", "text/html"});
    EXPECT_TRUE(comes_true([&] { return told.size() == 1; }));
    compositor.copied({});
    EXPECT_TRUE(comes_true([&] { return told.size() == 2; }));
    compositor.emptied();
    EXPECT_TRUE(comes_true([&] { return told.size() == 3; }));
    EXPECT_THAT(told, ElementsAre("copied", "copied", "nothing"));
    EXPECT_TRUE(comes_true([&] { return compositor.offers() == 0; })) << "they are given back";
    EXPECT_EQ(compositor.received(), 0) << "what was copied is nobody's business";
}

TEST_P(WaylandClipboardTest, WhatWasThereBeforeUsIsNobodys)
{
    FakeWayland compositor{socket(0), {GetParam()}};
    compositor.copied({"text/plain"});
    clipboard.start();
    begins(compositor);
    compositor.emptied();
    EXPECT_TRUE(comes_true([&] { return !told.empty(); }));
    EXPECT_THAT(told, ElementsAre("nothing"));
}

TEST_P(WaylandClipboardTest, WhatKlipperPutsBackIsNoApplications)
{
    FakeWayland compositor{socket(0), {GetParam()}};
    clipboard.start();
    begins(compositor);
    compositor.copied({"text/plain", put_back_by_klipper});
    compositor.copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return told.size() == 2; }));
    EXPECT_THAT(told, ElementsAre("nothing", "copied"));
}

TEST_P(WaylandClipboardTest, MarkedTextIsNotCopied)
{
    FakeWayland compositor{socket(0), {GetParam()}};
    clipboard.start();
    begins(compositor);
    compositor.marked({"text/plain"});
    compositor.copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return !told.empty(); }));
    EXPECT_THAT(told, ElementsAre("copied"));
}

TEST_P(WaylandClipboardTest, WhileNothingHappensNothingWakes)
{
    FakeWayland compositor{socket(0), {GetParam()}};
    clipboard.start();
    begins(compositor);
    EXPECT_TRUE(becomes_quiet());
    if (GetParam() == std::string_view{older}) {
        compositor.marked({"text/plain"});
        EXPECT_TRUE(is_quiet()) << "its first version doesn't tell what is marked";
    }
}

TEST_P(WaylandClipboardTest, TheNextOneIsFoundWhenItIsGone)
{
    auto compositor = std::make_unique<FakeWayland>(socket(0), std::vector<std::string>{GetParam()});
    clipboard.start();
    begins(*compositor);
    compositor->copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return !told.empty(); }));
    compositor.reset();
    EXPECT_TRUE(comes_true([&] { return told.size() == 2; }));
    EXPECT_THAT(told, ElementsAre("copied", "nothing"));
    EXPECT_TRUE(becomes_quiet()) << "nobody looks for the next one until it is there";
    EXPECT_THAT(known, ElementsAre(true, false));
    FakeWayland next{socket(1), {GetParam()}};
    begins(next);
    next.copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return told.size() == 3; }));
    EXPECT_EQ(told.back(), "copied");
    EXPECT_THAT(known, ElementsAre(true, false, true));
}

INSTANTIATE_TEST_SUITE_P(ByName, WaylandClipboardTest, testing::Values(older, newer),
                         [](const auto &each) { return std::string{each.param}.substr(0, 4) == "zwlr" ? "older" : "newer"; });

TEST_F(WaylandClipboardTest, OfBothNamesTheQuieterOne)
{
    FakeWayland compositor{socket(0), {newer, older}};
    clipboard.start();
    begins(compositor);
    EXPECT_THAT(compositor.bound(), ElementsAre(std::string{older} + " 1"));
}

TEST_F(WaylandClipboardTest, ACompositorThatTellsNothingIsLeftAlone)
{
    FakeWayland mutter{socket(0), {}};
    clipboard.start();
    EXPECT_TRUE(comes_true([&] { return mutter.clients_seen() == 1 && mutter.clients() == 0; }));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(mutter.clients_seen(), 1);
    EXPECT_THAT(told, IsEmpty());
    FakeWayland within{socket(1), {newer}};
    begins(within);
    EXPECT_EQ(mutter.clients_seen(), 2) << "somebody else might have listened there";
}

TEST_F(WaylandClipboardTest, TheSessionsOwnComesFirst)
{
    FakeWayland lower{socket(0), {newer}};
    FakeWayland own{socket(7), {newer}};
    WaylandClipboard of_session{scratch.path(), "wayland-7", [](const Event &) {}};
    of_session.start();
    begins(own);
    EXPECT_EQ(lower.clients_seen(), 0);
}

TEST_F(WaylandClipboardTest, ANewCompositorBehindTheSameSocketIsFound)
{
    const int kept = FakeWayland::listen_at(socket(0)); // as KWin's wrapper does
    auto kwin = std::make_unique<FakeWayland>(kept, std::vector<std::string>{older});
    clipboard.start();
    begins(*kwin);
    EXPECT_TRUE(becomes_quiet());
    g_usleep(1'100'000); // it has to have told for a second: one that throws us out at once would do so again
    kwin.reset();
    EXPECT_TRUE(comes_true([&] { return told.size() == 1; }));
    FakeWayland next{kept, {older}};
    begins(next);
    next.copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return told.size() == 2; }));
    EXPECT_THAT(told, ElementsAre("nothing", "copied"));
    close(kept);
}

TEST_F(WaylandClipboardTest, OneThatThrowsUsOutAtOnceIsNotAskedAgain)
{
    const int kept = FakeWayland::listen_at(socket(0));
    auto compositor = std::make_unique<FakeWayland>(kept, std::vector<std::string>{newer});
    clipboard.start();
    begins(*compositor);
    EXPECT_TRUE(becomes_quiet());
    compositor.reset();
    EXPECT_TRUE(comes_true([&] { return told.size() == 1; }));
    EXPECT_TRUE(becomes_quiet());
    FakeWayland next{kept, {newer}};
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(next.clients_seen(), 0);
    close(kept);
}

} // namespace

} // namespace headroom
