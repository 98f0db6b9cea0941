// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/news.h"

#include <gtest/gtest.h>
#include <set>

namespace headroom {

namespace {

struct Row {
    const char *what;
    Action action;
    bool is_news;
};

const Row rows[] = {
    {"boost", {.what = action::SetWeights{{}, WeightKind::Boost}}, false},
    {"unboost", {.what = action::UnsetWeights{WeightKind::Boost}}, false},
    {"nap", {.what = action::SetWeights{{}, WeightKind::Nap}}, true},
    {"wake", {.what = action::UnsetWeights{WeightKind::Nap}}, true},
    {"protect", {.what = action::Protect{}}, false},
    {"ask", {.what = action::Ask{}}, false},
    {"unprotect", {.what = action::Unprotect{}}, false},
    {"freeze", {.what = action::Freeze{}}, true},
    {"thaw", {.what = action::Thaw{}}, true},
    {"adopt", {.what = action::Adopt{}}, false},
    {"adopt a tab", {.what = action::SplitTab{}}, false},
    {"rejoin", {.what = action::RejoinTab{}}, false},
    {"level", {.what = action::ChangeLevel{}}, false},
    {"reclaim", {.what = action::Reclaim{}}, true},
    {"reclaimed", {.what = action::EndReclaim{}}, true},
    {"measured", {.what = action::EndMeasurement{}}, true},
    {"warn", {.what = action::Notify{}}, true},
    {"warn of what was not paused",
     {.what = action::Notify{{.app = "a", .title = {}, .text = {}}}},
     true},
    {"warn of what was paused",
     {.what = action::Notify{{.app = "a", .frozen = true, .title = {}, .text = {}}}},
     false},
    {"unwarn", {.what = action::Unnotify{}}, false},
    {"minimise", {.what = action::Minimise{}}, true},
    {"close", {.what = action::Close{}}, true},
};

TEST(News, TheTable)
{
    std::set<std::size_t> kinds;
    for (const Row &row : rows) {
        EXPECT_EQ(is_news(row.action), row.is_news) << row.what;
        kinds.insert(row.action.what.index());
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<AnyAct::variant>) << "each kind is listed";
}

} // namespace

} // namespace headroom
