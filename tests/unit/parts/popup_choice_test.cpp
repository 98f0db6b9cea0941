// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/popup_choice.h"

#include <gtest/gtest.h>

#include <vector>

// What System Settings writes under Notifications.
namespace headroom {

namespace {

bool shown(const std::vector<const char *> &texts)
{
    std::vector<RcFile> files;
    for (const char *text : texts)
        files.push_back(parse_rc(text));
    return shows_popup(files);
}

TEST(PopupChoice, ThereIsOneUnlessTheUserSaysOtherwise)
{
    EXPECT_TRUE(shown({}));
    EXPECT_TRUE(shown({""}));
    EXPECT_TRUE(shown({"[Event/memoryShort]\nAction=Popup\n"}));
    EXPECT_TRUE(shown({"[Event/memoryShort]\nAction=Sound|Popup\n"}));
    EXPECT_TRUE(shown({"[Event/memoryShort]\nSound=x.ogg\n"}));
    EXPECT_FALSE(shown({"[Event/memoryShort]\nAction=\n"}));
    EXPECT_FALSE(shown({"[Event/memoryShort]\nAction=Sound\n"}));
    EXPECT_FALSE(shown({"[Event/memoryShort]\nAction=NoPopup|PopupNot\n"}));
}

TEST(PopupChoice, OtherEventsAreOthers)
{
    EXPECT_TRUE(shown({"[Event/other]\nAction=\n"}));
    EXPECT_TRUE(shown({"[Global]\nAction=\n"}));
    EXPECT_TRUE(shown({"Action=\n"}));
}

TEST(PopupChoice, TheFileOfMostWeightCounts)
{
    const char *none = "[Event/memoryShort]\nAction=\n";
    EXPECT_FALSE(shown({none, ""}));
    EXPECT_TRUE(shown({none, "[Event/memoryShort]\nAction=Popup\n"}));
    EXPECT_TRUE(shown({none, "[Event/memoryShort]\nAction[$d]\n"}));
}

} // namespace

} // namespace headroom
