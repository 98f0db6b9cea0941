// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "broker.h"

#include <cerrno>

#include <sys/epoll.h>
#include <sys/socket.h>

namespace headroom::broker {

namespace {

std::uint64_t microseconds(std::chrono::microseconds time)
{
    return static_cast<std::uint64_t>(time.count());
}

constexpr std::uint64_t accuracy_us = 250'000; // no deadline here needs more

/// On a busy machine, what has arrived by now was not too late.
void yield_to_messages(sd_event_source *timer)
{
    if (timer != nullptr)
        (void)sd_event_source_set_priority(timer, SD_EVENT_PRIORITY_IDLE);
}

} // namespace

Result<std::unique_ptr<Broker>> Broker::listen(UniqueFd listening, World world)
{
    std::unique_ptr<Broker> broker{new Broker{std::move(listening), std::move(world)}};
    if (auto started = broker->start(); !started)
        return std::unexpected(started.error());
    return broker;
}

Broker::Broker(UniqueFd listening, World world)
    : m_listening(std::move(listening)), m_world(std::move(world))
{
}

Broker::~Broker() = default;

Result<void> Broker::start()
{
    sd_event *loop = nullptr;
    if (const int problem = sd_event_new(&loop); problem < 0)
        return system_error(-problem, "making an event loop");
    m_loop.reset(loop);
    sd_event_source *source = nullptr;
    const int added = sd_event_add_io(
        loop, &source, m_listening.get(), EPOLLIN,
        [](sd_event_source *, int, std::uint32_t, void *self) {
            static_cast<Broker *>(self)->accept();
            return 0;
        },
        this);
    m_accepting.reset(source);
    if (added < 0)
        return system_error(-added, "listening");
    await_end();
    return {};
}

Result<void> Broker::run()
{
    if (const int status = sd_event_loop(m_loop.get()); status < 0)
        return system_error(-status, "running the event loop");
    return {};
}

/// A client that connects meanwhile is not lost: systemd holds the socket, and starts us again.
void Broker::await_end()
{
    sd_event_source *source = nullptr;
    (void)sd_event_add_time_relative(
        m_loop.get(), &source, CLOCK_MONOTONIC, microseconds(m_world.limits.idle), accuracy_us,
        [](sd_event_source *idle, std::uint64_t, void *) {
            return sd_event_exit(sd_event_source_get_event(idle), 0);
        },
        this); // without the timer, we just stay
    yield_to_messages(source);
    m_idle.reset(source);
}

/// One connection a turn, so a client that connects all the time does not delay the others.
void Broker::accept()
{
    UniqueFd connection{accept4(m_listening.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
    if (connection && m_clients.size() < m_world.limits.connections)
        (void)add(std::move(connection)); // closed if it can't be added
    else if (connection)
        Client{std::move(connection), m_world, m_allowance}.refuse("too many connections");
}

bool Broker::add(UniqueFd connection)
{
    const int fd = connection.get();
    auto added = std::make_unique<Connection>(
        this, Client{std::move(connection), m_world, m_allowance}, nullptr, nullptr);
    sd_event_source *messages = nullptr;
    sd_event_source *deadline = nullptr;
    const int reads = sd_event_add_io(
        m_loop.get(), &messages, fd, EPOLLIN,
        [](sd_event_source *, int, std::uint32_t, void *data) {
            auto &ready = *static_cast<Connection *>(data);
            ready.broker->serve(ready);
            return 0;
        },
        added.get());
    added->messages.reset(messages);
    const int ends = sd_event_add_time_relative(
        m_loop.get(), &deadline, CLOCK_MONOTONIC, microseconds(m_world.limits.silence), accuracy_us,
        [](sd_event_source *, std::uint64_t, void *data) {
            auto &silent = *static_cast<Connection *>(data);
            silent.broker->remove(silent);
            return 0;
        },
        added.get());
    yield_to_messages(deadline);
    added->deadline.reset(deadline);
    if (reads < 0 || ends < 0)
        return false;
    m_idle.reset();
    m_clients.emplace(fd, std::move(added));
    return true;
}

void Broker::serve(Connection &connection)
{
    if (connection.client.serve() == Client::Next::Close)
        remove(connection);
    else if (connection.client.has_triggers())
        connection.deadline.reset();
}

void Broker::remove(const Connection &connection)
{
    m_clients.erase(connection.client.fd());
    if (m_clients.empty())
        await_end();
}

} // namespace headroom::broker
