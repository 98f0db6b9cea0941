// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/clipboard/wayland_clipboard.h"

#include "parts/fake_clipboard.h"
#include "parts/main_context.h"
#include "parts/scratch.h"

#include <gmock/gmock.h>
#include <memory>

namespace headroom {

namespace {

using seen::becomes_quiet;
using seen::comes_true;
using seen::FakeClipboard;
using seen::is_quiet;
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
    std::vector<bool> known; ///< each report of whether a compositor reports
    WaylandClipboard clipboard{
        scratch.path(), "", [this](const Event &event) {
            if (const auto *found = std::get_if<event::CapabilityFound>(&event))
                return known.push_back(found->available);
            if (const auto *copied = std::get_if<event::Copied>(&event))
                told.emplace_back(copied->by ? "copied by somebody" : "copied");
            else
                told.emplace_back(std::holds_alternative<event::NothingCopied>(event)
                                      ? "nothing"
                                      : "something else");
        }};

    [[nodiscard]] std::string socket(int number) const
    {
        return scratch.path() + "/wayland-" + std::to_string(number);
    }

    /// The initial exchange is over: what the compositor sends now comes after it.
    static void begins(const FakeClipboard &compositor)
    {
        EXPECT_TRUE(comes_true([&] { return compositor.devices() == 1; }));
    }
};

TEST_P(WaylandClipboardTest, EachCopyIsToldAndNobodyIsAskedForIt)
{
    FakeClipboard compositor{socket(0), {GetParam()}};
    clipboard.start();
    begins(compositor);
    compositor.copied({"text/plain", "text/html"});
    EXPECT_TRUE(comes_true([&] { return told.size() == 1; }));
    compositor.copied({});
    EXPECT_TRUE(comes_true([&] { return told.size() == 2; }));
    compositor.emptied();
    EXPECT_TRUE(comes_true([&] { return told.size() == 3; }));
    EXPECT_THAT(told, ElementsAre("copied", "copied", "nothing"));
    EXPECT_TRUE(comes_true([&] { return compositor.offers() == 0; })) << "the client destroys them";
    EXPECT_EQ(compositor.received(), 0) << "the contents are never read";
}

TEST_P(WaylandClipboardTest, WhatWasThereBeforeUsIsNobodys)
{
    FakeClipboard compositor{socket(0), {GetParam()}};
    compositor.copied({"text/plain"});
    clipboard.start();
    begins(compositor);
    compositor.emptied();
    EXPECT_TRUE(comes_true([&] { return !told.empty(); }));
    EXPECT_THAT(told, ElementsAre("nothing"));
}

TEST_P(WaylandClipboardTest, WhatKlipperPutsBackIsNoApplications)
{
    FakeClipboard compositor{socket(0), {GetParam()}};
    clipboard.start();
    begins(compositor);
    compositor.copied({"text/plain", put_back_by_klipper});
    compositor.copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return told.size() == 2; }));
    EXPECT_THAT(told, ElementsAre("nothing", "copied"));
}

TEST_P(WaylandClipboardTest, MarkedTextIsNotCopied)
{
    FakeClipboard compositor{socket(0), {GetParam()}};
    clipboard.start();
    begins(compositor);
    compositor.marked({"text/plain"});
    compositor.copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return !told.empty(); }));
    EXPECT_THAT(told, ElementsAre("copied"));
}

TEST_P(WaylandClipboardTest, WhileNothingHappensNothingWakes)
{
    FakeClipboard compositor{socket(0), {GetParam()}};
    clipboard.start();
    begins(compositor);
    EXPECT_TRUE(becomes_quiet());
    if (GetParam() == std::string_view{older}) {
        compositor.marked({"text/plain"});
        EXPECT_TRUE(is_quiet()) << "its first version doesn't report the primary selection";
    }
}

TEST_P(WaylandClipboardTest, TheNextOneIsFoundWhenItIsGone)
{
    auto compositor =
        std::make_unique<FakeClipboard>(socket(0), std::vector<std::string>{GetParam()});
    clipboard.start();
    begins(*compositor);
    compositor->copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return !told.empty(); }));
    compositor.reset();
    EXPECT_TRUE(comes_true([&] { return told.size() == 2; }));
    EXPECT_THAT(told, ElementsAre("copied", "nothing"));
    EXPECT_TRUE(becomes_quiet()) << "there is no polling for the next one";
    EXPECT_THAT(known, ElementsAre(true, false));
    FakeClipboard next{socket(1), {GetParam()}};
    begins(next);
    next.copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return told.size() == 3; }));
    EXPECT_EQ(told.back(), "copied");
    EXPECT_THAT(known, ElementsAre(true, false, true));
}

INSTANTIATE_TEST_SUITE_P(ByName, WaylandClipboardTest, testing::Values(older, newer),
                         [](const auto &each) {
                             return std::string{each.param}.substr(0, 4) == "zwlr" ? "older"
                                                                                   : "newer";
                         });

TEST_F(WaylandClipboardTest, OfBothNamesTheQuieterOne)
{
    FakeClipboard compositor{socket(0), {newer, older}};
    clipboard.start();
    begins(compositor);
    EXPECT_THAT(compositor.bound(), ElementsAre(std::string{older} + " 1"));
}

TEST_F(WaylandClipboardTest, ACompositorThatTellsNothingIsLeftAlone)
{
    FakeClipboard mutter{socket(0), {}};
    clipboard.start();
    EXPECT_TRUE(comes_true([&] { return mutter.clients_seen() == 1 && mutter.clients() == 0; }));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(mutter.clients_seen(), 1);
    EXPECT_THAT(told, IsEmpty());
    FakeClipboard within{socket(1), {newer}};
    begins(within);
    EXPECT_EQ(mutter.clients_seen(), 2) << "another compositor might have listened there";
}

TEST_F(WaylandClipboardTest, TheSessionsOwnComesFirst)
{
    FakeClipboard lower{socket(0), {newer}};
    FakeClipboard own{socket(7), {newer}};
    WaylandClipboard of_session{scratch.path(), "wayland-7", [](const Event &) {}};
    of_session.start();
    begins(own);
    EXPECT_EQ(lower.clients_seen(), 0);
}

TEST_F(WaylandClipboardTest, ANewCompositorBehindTheSameSocketIsFound)
{
    const int kept = seen::FakeWayland::listen_at(socket(0)); // as KWin's wrapper does
    auto kwin = std::make_unique<FakeClipboard>(kept, std::vector<std::string>{older});
    clipboard.start();
    begins(*kwin);
    EXPECT_TRUE(becomes_quiet());
    // A compositor is asked again at once only if it has reported for a second. One that ends the
    // connection immediately may do so again.
    g_usleep(1'100'000);
    kwin.reset();
    EXPECT_TRUE(comes_true([&] { return told.size() == 1; }));
    FakeClipboard next{kept, {older}};
    begins(next);
    next.copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return told.size() == 2; }));
    EXPECT_THAT(told, ElementsAre("nothing", "copied"));
    close(kept);
}

TEST_F(WaylandClipboardTest, OneThatThrowsUsOutAtOnceIsAskedAgainAfterAPause)
{
    const int kept = seen::FakeWayland::listen_at(socket(0));
    auto compositor = std::make_unique<FakeClipboard>(kept, std::vector<std::string>{newer});
    clipboard.start();
    begins(*compositor);
    compositor.reset();
    const gint64 lost = g_get_monotonic_time();
    FakeClipboard next{kept, {newer}};
    begins(next);
    EXPECT_GE(g_get_monotonic_time() - lost, 1'000'000) << "it may do so again";
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(next.clients_seen(), 1);
    close(kept);
}

TEST_F(WaylandClipboardTest, AfterTwoThatEndEarlyTheThirdIsFound)
{
    const int kept = seen::FakeWayland::listen_at(socket(0)); // as KWin's wrapper does
    clipboard.start();
    for (int i = 0; i < 2; ++i) {
        const FakeClipboard crashes{kept, std::vector<std::string>{older}};
        begins(crashes);
    }
    FakeClipboard next{kept, {older}};
    begins(next);
    next.copied({"text/plain"});
    EXPECT_TRUE(comes_true([&] { return !told.empty() && told.back() == "copied"; }));
    close(kept);
}

} // namespace

} // namespace headroom
