// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/clipboard/clipboard_sources.h"

#include "watch/session/capabilities.h"

#include <format>
#include <gmock/gmock.h>

namespace headroom {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Source = ClipboardSources::Source;

class SeveralClipboards : public testing::Test {
protected:
    std::vector<std::string> told;
    ClipboardSources sources{[this](const Event &event) { told.push_back(in_words(event)); }};
    Emit x_server = sources.of(Source::XServer);
    Emit shell = sources.of(Source::Shell);
    Emit wayland = sources.of(Source::Wayland);

    static std::string in_words(const Event &event)
    {
        if (const auto *found = std::get_if<event::CapabilityFound>(&event))
            return found->available ? found->reason.in_english().substr(0, 5) : "unknown";
        if (const auto *copied = std::get_if<event::Copied>(&event))
            return copied->by ? std::format("copied by {}", copied->by->pid) : "copied";
        return std::holds_alternative<event::NothingCopied>(event) ? "nothing" : "something else";
    }

    static void begins(const Emit &source, std::string name)
    {
        source(describe_clipboard(Sentence{std::move(name)}));
    }
    static void ends(const Emit &source)
    {
        source(event::NothingCopied{});
        source(describe_clipboard({}));
    }
    std::vector<std::string> lately() { return std::exchange(told, {}); }
};

TEST_F(SeveralClipboards, OneAloneIsPassedOn)
{
    begins(wayland, "first");
    wayland(event::Copied{});
    wayland(event::NothingCopied{});
    ends(wayland);
    EXPECT_THAT(told, ElementsAre("first", "copied", "nothing", "nothing", "nothing", "unknown"));
}

TEST_F(SeveralClipboards, ACompositorInAWindowTakesNothingAway)
{
    begins(x_server, "first");
    x_server(event::Copied{ProcessId{7, 1}});
    EXPECT_THAT(lately(), ElementsAre("first", "copied by 7"));
    begins(wayland, "other");
    wayland(event::Copied{});
    ends(wayland);
    EXPECT_THAT(lately(), IsEmpty());
    x_server(event::NothingCopied{});
    EXPECT_THAT(lately(), ElementsAre("nothing"));
}

TEST_F(SeveralClipboards, TheOneThatKnowsTheOwnerIsInForceWheneverItBegins)
{
    begins(shell, "shell");
    shell(event::Copied{});
    begins(x_server, "first");
    x_server(event::Copied{ProcessId{7, 1}});
    shell(event::Copied{});
    EXPECT_THAT(lately(), ElementsAre("shell", "copied", "first", "copied by 7"));
    ends(shell);
    EXPECT_THAT(lately(), IsEmpty()) << "the Shell has ended its extension";
}

TEST_F(SeveralClipboards, TheNextOneIsInForceWhenOneEnds)
{
    begins(shell, "shell");
    shell(event::Copied{});
    begins(x_server, "first");
    lately();
    ends(x_server);
    EXPECT_THAT(lately(), ElementsAre("nothing", "shell", "nothing"))
        << "who copied then can't be found out any more";
    begins(x_server, "first");
    x_server(event::Copied{ProcessId{7, 1}});
    lately();
    shell(event::NothingCopied{});
    EXPECT_THAT(lately(), IsEmpty());
}

TEST_F(SeveralClipboards, WhatIsNotAboutTheClipboardIsPassedOn)
{
    begins(x_server, "first");
    lately();
    wayland(event::FocusMoved{});
    wayland(event::CapabilityFound{Capability::Windows, true, Sentence{std::string{"other"}}, {}});
    EXPECT_THAT(lately(), ElementsAre("something else", "other"));
}

} // namespace

} // namespace headroom
