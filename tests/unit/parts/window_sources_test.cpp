// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/window_sources.h"

#include <gtest/gtest.h>

namespace headroom {

namespace {

using Lines = std::vector<std::string>;

struct Named : WindowSource {
    Named(std::string n, Lines &l) : name(std::move(n)), lines(l) {}
    void start_reporting() override { lines.push_back(name + " speaks"); }
    void stop_reporting() override { lines.push_back(name + " is hushed"); }
    Result<void> close(const std::vector<WindowId> &windows) override
    {
        for (const WindowId &id : windows)
            lines.push_back(name + " closes " + id);
        return {};
    }
    std::string name;
    Lines &lines;
};

TEST(WindowSources, TheOneThatSeesMostIsHeard)
{
    Lines said;
    WindowSources sources{[&](const Event &event) {
        said.push_back("source " + std::get<event::WindowSourceChanged>(event).name);
    }};
    Named reports{"reports", said};
    Named compositor{"compositor", said};
    const auto hears = [&](const Lines &expected) {
        EXPECT_EQ(said, expected);
        said.clear();
    };
    sources.withdraw(reports);
    hears({});
    sources.offer(compositor, WindowSources::Rank::BusName);
    hears({"compositor speaks"});
    sources.offer(compositor, WindowSources::Rank::BusName);
    hears({});
    sources.offer(reports, WindowSources::Rank::Reports);
    hears({"compositor is hushed", "reports speaks"});
    sources.withdraw(reports);
    hears({"compositor speaks"});
    sources.offer(reports, WindowSources::Rank::Reports);
    hears({"compositor is hushed", "reports speaks"});
    EXPECT_TRUE(sources.close({"1", "2"}));
    hears({"reports closes 1", "reports closes 2"});
    sources.withdraw(compositor);
    hears({});
    sources.withdraw(reports);
    hears({"source "});
    EXPECT_FALSE(sources.close({"1"}));
}

} // namespace

} // namespace headroom
