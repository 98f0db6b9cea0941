// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "terminal_rescue.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <string_view>

#include <termios.h>
#include <unistd.h>

namespace headroom::ctl {

namespace {

constexpr std::array fatal{SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                           SIGFPE,  SIGSEGV, SIGSYS,  SIGXCPU};

// All data that the handler uses. It is made beforehand, since a handler must not allocate.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
termios usual_settings{};
std::array<char, 256> farewell{};
std::size_t farewell_size = 0;
volatile std::sig_atomic_t armed = 0;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void rescue(int number)
{
    if (armed != 0) {
        armed = 0;
        [[maybe_unused]] const auto written = write(STDOUT_FILENO, farewell.data(), farewell_size);
        tcsetattr(STDIN_FILENO, TCSANOW, &usual_settings);
    }
    raise(number); // SA_RESETHAND: now the signal has its usual effect
}

/// A terminfo string may contain delays like "$<5>", for terminals of the 1970s. They are skipped.
void add(std::string_view sequence)
{
    for (std::size_t at = 0; at < sequence.size() && farewell_size < farewell.size(); ++at) {
        if (sequence.substr(at).starts_with("$<")) {
            at = std::min(sequence.find('>', at), sequence.size());
            continue;
        }
        farewell.at(farewell_size++) = sequence[at];
    }
}

} // namespace

void remember_terminal()
{
    tcgetattr(STDIN_FILENO, &usual_settings);
}

void rescue_terminal_at_a_crash(const char *leave_page, const char *show_cursor, const char *plain,
                                const char *usual_keys)
{
    farewell_size = 0;
    for (const char *sequence : {plain, usual_keys, show_cursor, leave_page}) {
        if (sequence != nullptr)
            add(sequence);
    }
    armed = 1;
    struct sigaction action{};
    action.sa_handler = rescue;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    for (const int number : fatal)
        sigaction(number, &action, nullptr);
}

void leave_terminal_alone()
{
    armed = 0;
}

} // namespace headroom::ctl
