// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "contest_loads.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <glib/gi18n.h>

namespace headroom::ctl {

namespace {

using std::chrono::steady_clock;

constexpr std::size_t block = 16ULL << 10U; ///< a multiple of every disk's sector
constexpr std::size_t blocks = 4096;
/// Reads that wait at the same time. A fast disk with one reader is never busy, so there would be
/// nothing to share.
constexpr int readers = 16;

using Room = std::unique_ptr<void, decltype([](void *room) { std::free(room); })>;

Room aligned_room()
{
    return Room(std::aligned_alloc(block, block));
}

std::unexpected<Failure> no_file(const std::string &directory, int error)
{
    // Translators: a directory, and the system's description of the problem.
    return std::unexpected(
        Failure{Refused,
                formatted(C_("error: a sentence", "The disk below %s can't be measured: %s."),
                          directory.c_str(), g_strerror(error))});
}

/// Contents that neither a file system nor a disk can compress.
bool fill(int fd)
{
    const Room room = aligned_room();
    std::mt19937_64 random;
    for (std::size_t number = 0; number < blocks; ++number) {
        auto *word = static_cast<std::uint64_t *>(room.get());
        for (std::size_t at = 0; at < block / sizeof *word; ++at)
            word[at] = random();
        errno = EIO; // if less was written than wanted
        if (write(fd, room.get(), block) != static_cast<ssize_t>(block))
            return false;
    }
    return fdatasync(fd) == 0;
}

std::uint64_t read_until(int fd, unsigned seed, steady_clock::time_point end)
{
    const Room room = aligned_room();
    std::minstd_rand random(seed);
    std::uint64_t bytes = 0;
    while (steady_clock::now() < end) {
        const auto at = static_cast<off_t>(random() % blocks * block);
        const ssize_t got = pread(fd, room.get(), block, at);
        if (got <= 0)
            break;
        bytes += static_cast<std::uint64_t>(got);
    }
    return bytes;
}

std::uint64_t used_cpu_us()
{
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<std::uint64_t>(used.tv_sec) * 1'000'000
        + static_cast<std::uint64_t>(used.tv_nsec) / 1000;
}

bool bind_to_first_cpu()
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return false;
    std::size_t first = 0;
    while (first < CPU_SETSIZE && !CPU_ISSET(first, &allowed))
        ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

} // namespace

Effort cpu_load()
{
    return [](steady_clock::time_point end) -> std::uint64_t {
        if (!bind_to_first_cpu())
            return 0;
        const std::uint64_t before = used_cpu_us();
        while (steady_clock::now() < end) {
        }
        return used_cpu_us() - before;
    };
}

std::expected<Effort, Failure> disk_load(const std::string &directory)
{
    g_mkdir_with_parents(directory.c_str(), S_IRWXU);
    const UniqueFd made(open(directory.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (!made || !fill(made.get()))
        return no_file(directory, errno);
    const std::string again = formatted("/proc/self/fd/%d", made.get());
    const auto direct =
        std::make_shared<UniqueFd>(open(again.c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC));
    if (!*direct)
        return no_file(directory, errno);
    return [direct](steady_clock::time_point end) {
        std::atomic<std::uint64_t> bytes = 0;
        std::vector<std::jthread> threads;
        for (unsigned number = 1; number <= readers; ++number)
            threads.emplace_back([&bytes, &direct, number, end] {
                bytes += read_until(direct->get(), number, end);
            });
        threads.clear(); // waits for them
        return bytes.load();
    };
}

} // namespace headroom::ctl
