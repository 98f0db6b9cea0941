// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/log.h"

#include "sys/journal.h"
#include "sys/plain_text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <format>
#include <string>
#include <syslog.h>
#include <vector>

namespace headroom::log {

namespace {

struct Kind {
    std::string_view verb;
    const char *message_id;
};

/// The ids by which `journalctl MESSAGE_ID=…` and the catalog (systemd-units/headroomd.catalog)
/// find our acts. They never change.
// clang-format off: one per line
constexpr Kind kinds[] = {
    {"boost", "MESSAGE_ID=ffda3840c86442c8834cb98ab63e8f3c"},
    {"unboost", "MESSAGE_ID=ffda3840c86442c8834cb98ab63e8f3c"},
    {"nap", "MESSAGE_ID=ffda3840c86442c8834cb98ab63e8f3c"},
    {"wake", "MESSAGE_ID=ffda3840c86442c8834cb98ab63e8f3c"},
    {"protect", "MESSAGE_ID=16180964ce3246b49a9423c82158ff75"},
    {"unprotect", "MESSAGE_ID=16180964ce3246b49a9423c82158ff75"},
    {"ask", "MESSAGE_ID=5d7b4b8fa1f54f5c9a0e3d6c2b917e84"},
    {"freeze", "MESSAGE_ID=2e127706e5be45dea0be5728d206873b"},
    {"thaw", "MESSAGE_ID=4f59d709f5da4a3c8f66197bcaf574cd"},
    {"level", "MESSAGE_ID=dde6cdbe3bde43b1b4c06ecdb14db6d1"},
    {"warn", "MESSAGE_ID=2702af34fbe44143afc839b06d3890be"},
    {"unwarn", "MESSAGE_ID=2702af34fbe44143afc839b06d3890be"},
    {"adopt", "MESSAGE_ID=4cfec96674804547acd222d2c58add40"},
    {"rejoin", "MESSAGE_ID=4cfec96674804547acd222d2c58add40"},
    {"minimise", "MESSAGE_ID=9d1f6c0be2a84d3f8c57e1a4b6d92f30"},
    {"close", "MESSAGE_ID=676c4317b34248ea890e468d147a5d8f"},
    {"reclaim", "MESSAGE_ID=6cdfb1ec2302481ab969613b55c72783"},
    {"reclaimed", "MESSAGE_ID=6cdfb1ec2302481ab969613b55c72783"},
    {"measured", "MESSAGE_ID=b3c1d4f0a5e94d0b8a5f6f7d2c9e1a47"},
};
// clang-format on

bool to_journal()
{
    // systemd sets it for a service whose stderr goes to the journal.
    static const bool is_ours = std::getenv("JOURNAL_STREAM") != nullptr;
    return is_ours;
}

Journal &journal()
{
    static Journal opened;
    return opened;
}

/// Any program can choose its name and the names of its units. A line break in one would forge a
/// further line.
void line(int priority, std::string_view quoting)
{
    const std::string sentence = plain_text(quoting);
    if (!to_journal()) {
        std::fprintf(stderr, "%s%s\n", priority <= LOG_WARNING ? "warning: " : "",
                     sentence.c_str());
        return;
    }
    journal().send({std::format("MESSAGE={}", sentence), std::format("PRIORITY={}", priority),
                    "SYSLOG_IDENTIFIER=headroomd"});
}

} // namespace

void info(std::string_view sentence)
{
    line(LOG_INFO, sentence);
}

void warning(std::string_view sentence)
{
    line(LOG_WARNING, sentence);
}

void act(std::string_view verb, const Action &action, Level level)
{
    if (!to_journal()) {
        line(LOG_INFO, std::format("{} [{} {}]", action.reason.in_english(), verb, action.name));
        return;
    }
    std::vector<std::string> fields{"MESSAGE=" + plain_text(action.reason.in_english()),
                                    std::format("PRIORITY={}", LOG_INFO),
                                    std::format("HEADROOM_ACTION={}", verb),
                                    "HEADROOM_APP=" + plain_text(action.app),
                                    "HEADROOM_UNIT=" + plain_text(action.name),
                                    std::format("HEADROOM_LEVEL={}", name_of(level)),
                                    "SYSLOG_IDENTIFIER=headroomd"};
    if (const auto kind = std::ranges::find(kinds, verb, &Kind::verb); kind != std::end(kinds))
        fields.emplace_back(kind->message_id);
    journal().send(fields);
}

} // namespace headroom::log
