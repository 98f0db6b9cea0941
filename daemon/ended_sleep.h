// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cerrno>
#include <cstdint>
#include <ucontext.h>

namespace headroom {

/// Whether a signal interrupted a system call that slept, and ended it. Then the call returns
/// EINTR, or the thread is about to make it again. True where the architecture does not show it.
[[nodiscard]] inline bool has_ended_a_sleep([[maybe_unused]] const ucontext_t &where)
{
#if defined(__x86_64__)
    const auto *next = reinterpret_cast<const unsigned char *>(
        where.uc_mcontext.gregs[REG_RIP]); // NOLINT: it is an address
    const bool is_a_call = next[0] == 0x0F && next[1] == 0x05; // "syscall"
    return where.uc_mcontext.gregs[REG_RAX] == -EINTR || is_a_call;
#elif defined(__aarch64__)
    const auto *next =
        reinterpret_cast<const std::uint32_t *>(where.uc_mcontext.pc); // NOLINT: it is an address
    const bool is_a_call = *next == 0xD4000001U; // "svc #0"
    return static_cast<long>(where.uc_mcontext.regs[0]) == -EINTR || is_a_call;
#else
    return true;
#endif
}

} // namespace headroom
