// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "connection_owner.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <format>
#include <ranges>
#include <vector>

#include <arpa/inet.h>
#include <glib.h>
#include <netinet/in.h>

namespace headroom::metrics {

namespace {

// The fields of a line: "sl", local and remote address, state, queues, timer, retransmits, user,
// timeout, inode.
constexpr std::size_t local = 1;
constexpr std::size_t remote = 2;
constexpr std::size_t state = 3;
constexpr std::size_t user = 7;
constexpr std::size_t inode = 9;
constexpr std::string_view established = "01";

std::vector<std::string_view> fields_of(std::string_view line)
{
    std::vector<std::string_view> fields;
    for (const auto part : line | std::views::split(' ')) {
        if (!part.empty())
            fields.emplace_back(part);
    }
    return fields;
}

std::optional<uid_t> number(std::string_view text)
{
    uid_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc{} && end == text.data() + text.size() ? std::optional{value}
                                                                      : std::nullopt;
}

template<class Address> Address copied(const sockaddr *address)
{
    Address copy{};
    std::memcpy(&copy, address, sizeof copy);
    return copy;
}

} // namespace

bool is_loopback(const sockaddr *address)
{
    constexpr std::uint32_t net = 127;
    if (address->sa_family == AF_INET)
        return ntohl(copied<sockaddr_in>(address).sin_addr.s_addr) >> 24U == net;
    if (address->sa_family != AF_INET6)
        return false;
    const auto six = copied<sockaddr_in6>(address);
    return IN6_IS_ADDR_LOOPBACK(&six.sin6_addr);
}

std::string in_url(const sockaddr *address)
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address->sa_family == AF_INET) {
        const auto four = copied<sockaddr_in>(address);
        return inet_ntop(AF_INET, &four.sin_addr, text.data(), INET6_ADDRSTRLEN);
    }
    if (address->sa_family != AF_INET6)
        return {};
    const auto six = copied<sockaddr_in6>(address);
    return std::format("[{}]", inet_ntop(AF_INET6, &six.sin6_addr, text.data(), INET6_ADDRSTRLEN));
}

std::string in_table(const sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        const auto four = copied<sockaddr_in>(address);
        return std::format("{:08X}:{:04X}", four.sin_addr.s_addr, ntohs(four.sin_port));
    }
    if (address->sa_family != AF_INET6)
        return {};
    const auto six = copied<sockaddr_in6>(address);
    std::array<std::uint32_t, 4> words{};
    std::memcpy(words.data(), &six.sin6_addr, sizeof six.sin6_addr);
    return std::format("{:08X}{:08X}{:08X}{:08X}:{:04X}", words[0], words[1], words[2], words[3],
                       ntohs(six.sin6_port));
}

std::optional<uid_t> connection_owner(std::string_view table, std::string_view client,
                                      std::string_view server)
{
    for (const auto part : table | std::views::split('\n')) {
        const auto fields = fields_of(std::string_view{part});
        if (fields.size() <= inode || fields[local] != client || fields[remote] != server)
            continue;
        return fields[state] == established && fields[inode] != "0" ? number(fields[user])
                                                                    : std::nullopt;
    }
    return std::nullopt;
}

std::optional<uid_t> connection_owner(const sockaddr *client, const sockaddr *server)
{
    const char *path = client->sa_family == AF_INET ? "/proc/net/tcp" : "/proc/net/tcp6";
    g_autofree char *table = nullptr;
    gsize length = 0;
    if (client->sa_family != server->sa_family
        || !g_file_get_contents(path, &table, &length, nullptr))
        return std::nullopt;
    return connection_owner({table, length}, in_table(client), in_table(server));
}

} // namespace headroom::metrics
