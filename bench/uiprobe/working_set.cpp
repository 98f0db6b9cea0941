// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "working_set.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <format>
#include <random>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace uiprobe {

namespace {

constexpr std::size_t mib = 1024UZ * 1024;
constexpr std::size_t page = 4096;

std::unexpected<std::string> failed(const std::string &what)
{
    return std::unexpected(std::format("{}: {}", what, std::generic_category().message(errno)));
}

/// A third of each page is noise. So it is as compressible as the memory of applications, and zram
/// takes as much for it.
std::vector<std::byte> a_mib()
{
    std::vector<std::byte> bytes(mib);
    std::mt19937 noise{1}; // NOLINT(cert-msc51-cpp): the same bytes each time
    for (std::size_t begin = 0; begin < mib; begin += page)
        std::generate_n(bytes.begin() + static_cast<std::ptrdiff_t>(begin), page / 3,
                        [&] { return static_cast<std::byte>(noise() & 0xffU); });
    return bytes;
}

std::expected<void, std::string> write_file(int fd, const std::string &path, std::size_t size_mib)
{
    const auto bytes = a_mib();
    for (std::size_t done = 0; done < size_mib * mib;) {
        const std::size_t within = done % mib;
        const ssize_t wrote =
            pwrite(fd, bytes.data() + within, mib - within, static_cast<off_t>(done));
        if (wrote <= 0)
            return failed(std::format("{} can't be written", path));
        done += static_cast<std::size_t>(wrote);
    }
    // Dirty pages can't be dropped. But the file stands for program text, which can.
    if (ftruncate(fd, static_cast<off_t>(size_mib * mib)) != 0 || fsync(fd) != 0)
        return failed(std::format("{} can't be written", path));
    return {};
}

std::expected<std::span<const std::byte>, std::string> map_file(const std::string &path,
                                                                std::size_t size_mib)
{
    if (size_mib == 0)
        return {};
    const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return failed(std::format("{} can't be opened", path));
    std::expected<std::span<const std::byte>, std::string> result;
    struct stat known{};
    if (fstat(fd, &known) != 0 || known.st_size != static_cast<off_t>(size_mib * mib)) {
        if (auto wrote = write_file(fd, path, size_mib); !wrote)
            result = std::unexpected(wrote.error());
    }
    if (result) {
        const void *memory = mmap(nullptr, size_mib * mib, PROT_READ, MAP_SHARED, fd, 0);
        if (memory == MAP_FAILED)
            result = failed(std::format("{} can't be mapped", path));
        else
            result = std::span{static_cast<const std::byte *>(memory), size_mib * mib};
    }
    close(fd);
    return result;
}

} // namespace

std::expected<WorkingSet, std::string>
WorkingSet::make(std::size_t anonymous_mib, const std::string &file, std::size_t file_mib)
{
    WorkingSet made;
    auto mapped = map_file(file, file_mib);
    if (!mapped)
        return std::unexpected(mapped.error());
    made.m_file = *mapped;
    if (anonymous_mib > 0) {
        void *memory = mmap(nullptr, anonymous_mib * mib, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return failed("there is no memory for a working set");
        // Huge pages would be moved as a whole, and heaps of applications rarely consist of them.
        madvise(memory, anonymous_mib * mib, MADV_NOHUGEPAGE);
        made.m_own = {static_cast<std::byte *>(memory), anonymous_mib * mib};
        const auto bytes = a_mib();
        for (std::size_t done = 0; done < made.m_own.size(); done += mib)
            std::memcpy(made.m_own.data() + done, bytes.data(), mib);
    }
    return made;
}

WorkingSet::WorkingSet(WorkingSet &&other) noexcept
    : m_own{std::exchange(other.m_own, {})}, m_file{std::exchange(other.m_file, {})}
{
}

WorkingSet::~WorkingSet()
{
    if (!m_own.empty())
        munmap(m_own.data(), m_own.size());
    if (!m_file.empty())
        munmap(
            const_cast<std::byte *>(m_file.data()),
            m_file.size()); // NOLINT(cppcoreguidelines-pro-type-const-cast): munmap() reads nothing
}

void WorkingSet::touch(std::size_t slice)
{
    slice %= slices;
    const auto each_page = [slice](std::size_t size, auto touch_one) {
        const std::size_t pages = size / page;
        for (std::size_t number = pages * slice / slices; number < pages * (slice + 1) / slices;
             ++number)
            touch_one(number * page);
    };
    each_page(m_own.size(), [this](std::size_t at) {
        volatile std::byte &byte = m_own[at];
        byte = static_cast<std::byte>(std::to_integer<unsigned>(byte) + 1U);
    });
    each_page(m_file.size(), [this](std::size_t at) {
        static_cast<void>(static_cast<const volatile std::byte *>(m_file.data())[at]);
    });
}

} // namespace uiprobe
