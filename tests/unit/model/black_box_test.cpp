// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/black_box.h"

#include <format>
#include <gmock/gmock.h>

namespace headroom::black_box {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto boot = "7f6c3e0a-1111-4222-8333-444455556666";
constexpr auto other_boot = "00000000-1111-4222-8333-444455556666";

Line full()
{
    return {.number = 42,
            .boot = boot,
            .at = WallTime{std::chrono::microseconds{1'800'000'000'000'001}},
            .level = Level::Critical,
            .closes = false,
            .culprit = "org.example.Hog",
            .resource = "memory",
            .paused = true,
            .most = {{"org.example.Hog", 3'000'000'000}, {"name with blanks", 7}},
            .action = "freeze",
            .app = "org.example.Hog",
            .reason = "paused Hog: it grew"};
}

std::string_view view(const Slot &slot)
{
    return {slot.data(), slot.size()};
}

/// The text of a slot with a checksum of its own.
std::string resealed(const std::string &slot)
{
    constexpr std::size_t text_at = 38;
    std::uint64_t sum = 14695981039346656037ULL;
    for (const char byte : slot.substr(text_at))
        sum = (sum ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
    std::string made = std::format("headroom-black-box-1 {:016x}\n", sum) + slot.substr(text_at);
    made.resize(slot_size);
    return made;
}

Line numbered(std::uint64_t number, const char *of_boot = boot)
{
    return {.number = number, .boot = of_boot, .level = Level::High};
}

TEST(BlackBoxLine, ComesBackAsItWas)
{
    for (Line line : {full(), numbered(1)}) {
        EXPECT_EQ(decode(view(encode(line))), line);
        line.closes = true;
        line.at = WallTime{std::chrono::microseconds{-1}}; // the clock was wrong
        for (const Level level :
             {Level::Unknown, Level::Calm, Level::Uneasy, Level::High, Level::Critical}) {
            line.level = level;
            EXPECT_EQ(decode(view(encode(line))), line);
        }
    }
}

TEST(BlackBoxLine, IsTextForOtherProgramsToo)
{
    const Slot slot = encode(numbered(1));
    // The checksum was computed by another program.
    EXPECT_EQ(std::string_view{slot.data()},
              "headroom-black-box-1 ec558fc8962aa0e2\n"
              "number=1\nboot=7f6c3e0a-1111-4222-8333-444455556666\nat=0\nlevel=high\ncloses=0\n"
              "culprit=\nresource=\npaused=0\naction=\napp=\nreason=\n");
}

TEST(BlackBoxLine, WhatItDoesNotKnow)
{
    const auto with = [](const std::string &line) {
        std::string slot = std::string{view(encode(numbered(1)))};
        return decode(resealed(slot.substr(0, slot.find('\0')) + line));
    };
    EXPECT_EQ(with("later=1\n"), numbered(1)) << "of a later version";
    for (const char *line :
         {"no value\n", "number=x\n", "number=\n", "number=-1\n", "at=x\n", "level=worse\n",
          "closes=2\n", "paused=\n", "held=1\n", "held=x y\n", "held= y\n"})
        EXPECT_EQ(with(line), std::nullopt) << line;
}

TEST(BlackBoxLine, ANumberThatIsMissingIsZero)
{
    const auto line = decode(resealed(std::string(38, ' ') + "boot=" + boot + "\n"));
    ASSERT_TRUE(line);
    EXPECT_EQ(line->number, 0U);
    EXPECT_EQ(line->boot, boot);
}

TEST(BlackBoxLine, WhatDoesNotFitIsLeftOut)
{
    Line line = full();
    line.culprit = line.app = std::string(255, 'x');
    line.reason = std::string(199, 'a') + "\u00e5" + std::string(4000, 'b');
    line.most.assign(50, {std::string(255, 'y'), UINT64_MAX});
    auto kept = decode(view(encode(line)));
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->culprit, line.culprit);
    EXPECT_EQ(kept->app, line.app);
    EXPECT_EQ(kept->reason, std::string(199, 'a')) << "no half of a character";
    EXPECT_THAT(kept->most, IsEmpty());
    line = full();
    line.most.assign(50, {"some.app", 1});
    kept = decode(view(encode(line)));
    ASSERT_TRUE(kept);
    EXPECT_GT(kept->most.size(), 20U);
    EXPECT_LT(kept->most.size(), 50U);
}

TEST(BlackBoxLine, FitsHoweverLongItsWordsAre)
{
    const auto reason = [](const std::string &words) {
        Line line = full();
        line.reason = words;
        return decode(view(encode(line))).value_or(Line{}).reason;
    };
    EXPECT_EQ(reason(std::string(200, 'a')), std::string(200, 'a'));
    EXPECT_EQ(reason(std::string(201, 'a')), std::string(200, 'a'));
    EXPECT_EQ(reason(std::string(400, '\x80')), "") << "no beginning of a character";
    Line longest{.number = UINT64_MAX,
                 .boot = std::string(400, 'b'),
                 .at = WallTime{std::chrono::microseconds{INT64_MIN}},
                 .level = Level::Critical,
                 .culprit = std::string(400, 'c'),
                 .resource = std::string(400, 'r'),
                 .action = std::string(400, 'a'),
                 .app = std::string(400, 'd'),
                 .reason = std::string(400, 'e')};
    EXPECT_EQ(decode(view(encode(longest))).value_or(Line{}).app, std::string(255, 'd'));
    EXPECT_EQ(decode(view(encode(longest))).value_or(Line{}).boot, std::string(36, 'b'))
        << "no boot_id is longer";
    // The last app that fits fills the slot.
    std::size_t most = 0;
    for (std::size_t length = 1; length <= 255; ++length) {
        Line line = full();
        line.culprit = line.app = std::string(255, 'x');
        line.reason = std::string(150, 'y');
        line.most = {{std::string(length, 'z'), 1}};
        if (decode(view(encode(line))).value_or(Line{}).most.empty())
            break;
        most = length;
        if (!view(encode(line)).contains('\0'))
            break;
    }
    EXPECT_GT(most, 1U);
    Line line = full();
    line.culprit = line.app = std::string(255, 'x');
    line.reason = std::string(150, 'y');
    line.most = {{std::string(most, 'z'), 1}};
    EXPECT_FALSE(view(encode(line)).contains('\0')) << "no byte is left";
}

TEST(BlackBoxLine, IsALineWhateverANameContains)
{
    Line line = full();
    line.culprit = std::string{"evil\nlevel=calm\0x", 17};
    line.reason = "a\tb\nnumber=7\x1f";
    const auto kept = decode(view(encode(line)));
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->culprit, "evil level=calm x");
    EXPECT_EQ(kept->reason, "a b number=7 ");
    EXPECT_EQ(kept->number, 42U);
    EXPECT_EQ(kept->level, Level::Critical);
}

TEST(BlackBoxLine, ATornSlotIsNone)
{
    const Slot slot = encode(full());
    const std::size_t length = std::string_view{slot.data()}.size();
    ASSERT_LT(length, slot_size);
    for (std::size_t at = 0; at < length; ++at) {
        Slot torn = slot;
        torn[at] = static_cast<char>(torn[at] ^ 1);
        EXPECT_EQ(decode(view(torn)), std::nullopt) << at;
    }
    EXPECT_EQ(decode(view(slot).substr(1)), std::nullopt);
    EXPECT_EQ(decode(""), std::nullopt);
    EXPECT_EQ(decode(std::string(slot_size, '\0')), std::nullopt);
    EXPECT_EQ(decode(std::string(slot_size, 'x')), std::nullopt);
    Line nowhere = full();
    nowhere.boot.clear();
    EXPECT_EQ(decode(view(encode(nowhere))), std::nullopt) << "of no boot";
}

TEST(BlackBoxSlots, LinesAreInOrderAndTheRestIsPassedOver)
{
    std::string file;
    for (const std::uint64_t number : {9U, 10U, 3U, 4U})
        file += view(encode(numbered(number)));
    file.insert(slot_size, std::string(slot_size, '#'));
    file += "the beginning of a slot";
    std::vector<std::uint64_t> numbers;
    for (const Line &line : lines_in(file))
        numbers.push_back(line.number);
    EXPECT_THAT(numbers, ElementsAre(3, 4, 9, 10));
    EXPECT_THAT(lines_in(""), IsEmpty());
    EXPECT_THAT(lines_in(view(encode(numbered(5)))), ElementsAre(numbered(5)));
}

TEST(BlackBoxSlots, NoMoreAreReadThanThereMayBe)
{
    std::string file((slots - 1) * slot_size, '\0');
    file += view(encode(numbered(1)));
    file += view(encode(numbered(2)));
    EXPECT_THAT(lines_in(file), ElementsAre(numbered(1)));
}

TEST(BlackBoxSlots, TheLastBootIsTheOneBefore)
{
    const std::vector<Line> lines{numbered(1, "older"), numbered(2, other_boot),
                                  numbered(3, other_boot), numbered(4, boot)};
    EXPECT_THAT(of_last_boot(lines, boot), ElementsAre(lines[1], lines[2]));
    EXPECT_THAT(of_last_boot(lines, "a later one"), ElementsAre(lines[3]));
    EXPECT_THAT(of_last_boot({numbered(1)}, boot), IsEmpty());
    EXPECT_THAT(of_last_boot({}, boot), IsEmpty());
}

TEST(BlackBoxSlots, TheFileHasEightMebibytesAtMost)
{
    EXPECT_EQ(slots * slot_size, std::size_t{8} << 20U);
}

TEST(BlackBoxSlots, TwoBootsFillTheFile)
{
    EXPECT_EQ(2 * slots_of_a_boot, slots) << "the one that goes on leaves the one before";
}

} // namespace
} // namespace headroom::black_box
