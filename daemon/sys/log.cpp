// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/log.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <syslog.h>

#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>

namespace headroom::log {

namespace {

/// The id that `journalctl MESSAGE_ID=…` and the catalog know an act of ours by.
constexpr const char *act_message_id = "MESSAGE_ID=4d2c6a3f0be94a0f9d3c1e6f57a8b210";

bool to_journal()
{
    static const bool journal = std::getenv("JOURNAL_STREAM") != nullptr; // set by systemd for its services' stderr
    return journal;
}

void line(int priority, std::string_view sentence)
{
    if (!to_journal()) {
        std::fprintf(stderr, "%s%.*s\n", priority <= LOG_WARNING ? "warning: " : "", static_cast<int>(sentence.size()), sentence.data());
        return;
    }
    (void)sd_journal_send("MESSAGE=%.*s", static_cast<int>(sentence.size()), sentence.data(), "PRIORITY=%i", priority, nullptr);
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

void act(std::string_view action, std::string_view app, std::string_view unit, std::string_view reason)
{
    if (!to_journal()) {
        line(LOG_INFO, std::string{reason} + " [" + std::string{action} + " " + std::string{unit} + "]");
        return;
    }
    const std::string fields[] = {"MESSAGE=" + std::string{reason}, "HEADROOM_ACTION=" + std::string{action}, "HEADROOM_APP=" + std::string{app},
                                  "HEADROOM_UNIT=" + std::string{unit}};
    (void)sd_journal_send("%s", fields[0].c_str(), "%s", fields[1].c_str(), "%s", fields[2].c_str(), "%s", fields[3].c_str(), act_message_id,
                          "PRIORITY=%i", LOG_INFO, nullptr);
}

} // namespace headroom::log
