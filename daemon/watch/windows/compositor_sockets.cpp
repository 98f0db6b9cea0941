// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/compositor_sockets.h"

#include "sys/local_socket.h"
#include "sys/log.h"
#include "sys/timer.h"
#include "watch/windows/compositor_process.h"
#include "watch/windows/compositor_protocol.h"

#include <array>
#include <filesystem>
#include <format>

namespace headroom {

namespace {

/// Between two requests for all windows, however many events there are.
constexpr guint refresh_after_ms = 100;
/// Attempts to request something. After these no process will answer, and only an event tries
/// again.
constexpr int tries = 10;
constexpr int looks = 100; ///< after that many, no process will listen
constexpr std::size_t longest_answer = 1U << 20U;

struct Protocol {
    const char *name; ///< as a window source
    std::string_view beginning, ending; ///< of the socket's file name
    std::string_view requests_at; ///< file name of the socket for requests; empty: the same
    std::unique_ptr<CompositorProtocol> (*make)(CompositorConnection &, ProtocolWindows &);
};

constexpr std::array protocols{
    Protocol{"sway", "sway-ipc.", ".sock", "", make_sway_protocol},
    Protocol{"niri", "niri.", ".sock", "", make_niri_protocol},
    Protocol{"hyprland", ".socket2", ".sock", ".socket.sock", make_hyprland_protocol},
};

const Protocol *protocol_of(std::string_view file)
{
    for (const Protocol &protocol : protocols) {
        if (file.starts_with(protocol.beginning) && file.ends_with(protocol.ending))
            return &protocol;
    }
    return nullptr;
}

} // namespace

/// One compositor, while it is connected.
class CompositorSockets::Connection final : private CompositorConnection, private WindowConnection {
public:
    Connection(const Protocol &protocol, const std::string &path,
               std::unique_ptr<LocalSocket> socket, CompositorSockets &sockets)
        : m_sockets(sockets), m_path(path),
          m_requests_at(
              protocol.requests_at.empty()
                  ? path
                  : std::filesystem::path{path}.replace_filename(protocol.requests_at).string()),
          m_socket(std::move(socket)),
          m_windows({.name = protocol.name, .rank = WindowSources::Rank::Socket}, *this,
                    sockets.m_processes, sockets.m_sources, sockets.m_emit)
    {
        m_protocol = protocol.make(*this, m_windows);
        m_socket->on_data = [this](std::string_view piece) { check(m_protocol->receive(piece)); };
        m_socket->on_closed = [this] { m_sockets.lost(); };
    }

    void begin() { check(m_protocol->begin()); }

private:
    /// Ends the connection, and with it this object, if something went wrong.
    void check(const Result<void> &done)
    {
        if (done)
            return;
        log::warning("the connection to the compositor is lost: " + done.error().sentence);
        m_sockets.exclude(std::string{m_path});
    }

    Result<void> close(const WindowId &window) override { return m_protocol->close(window); }

    Result<void> send(std::string_view text) override { return m_socket->send(text); }

    void schedule_refresh() override
    {
        if (m_refresh)
            return;
        m_refresh = Timer::once(refresh_after_ms, [this] { check(m_protocol->refresh()); });
    }

    void query(std::string_view request) override
    {
        m_answer.clear();
        auto socket = LocalSocket::connect(m_requests_at);
        if (!socket || !(*socket)->send(request)) {
            if (++m_failures < tries)
                schedule_refresh();
            m_query.reset();
            check(m_protocol->take_answer(""));
            return;
        }
        m_failures = 0;
        m_query = std::move(*socket);
        m_query->on_data = [this](std::string_view piece) {
            if (m_answer.size() + piece.size() <= longest_answer)
                m_answer += piece;
        };
        m_query->on_closed = [this] {
            m_query.reset();
            check(m_protocol->take_answer(std::exchange(m_answer, {})));
        };
    }

    /// The connection stays open until an answer arrives, since Hyprland always writes one.
    Result<void> send_command(std::string_view request) override
    {
        auto socket = LocalSocket::connect(m_requests_at);
        const auto sent = socket ? (*socket)->send(request) : std::unexpected(socket.error());
        if (!sent)
            return sent;
        const auto over = [this, which = socket->get()] {
            std::erase_if(m_commanded, [which](const auto &each) { return each.get() == which; });
        };
        (*socket)->on_data = [over](std::string_view) { over(); };
        (*socket)->on_closed = over;
        m_commanded.push_back(std::move(*socket));
        return {};
    }

    CompositorSockets &m_sockets;
    std::string m_path;
    std::string m_requests_at;
    std::unique_ptr<LocalSocket> m_socket;
    ProtocolWindows m_windows;
    std::unique_ptr<CompositorProtocol> m_protocol;
    Timer m_refresh;
    std::unique_ptr<LocalSocket> m_query;
    int m_failures = 0; ///< consecutive failed requests
    std::vector<std::unique_ptr<LocalSocket>> m_commanded;
    std::string m_answer;
};

CompositorSockets::CompositorSockets(OwnDisplay display, ProcessWatch &processes,
                                     WindowSources &sources, Emit emit)
    : m_display(std::move(display)), m_processes(processes), m_sources(sources),
      m_emit(std::move(emit)), m_search("compositors", *this, looks)
{
}

CompositorSockets::~CompositorSockets() = default;

void CompositorSockets::start()
{
    m_runtime_watch = m_search.watch(m_display.runtime_dir);
    m_search.look();
}

/// Only what may be a compositor's socket, or a directory of Hyprland's.
bool CompositorSockets::matters(const SocketSearch::Appeared &appeared) const
{
    return protocol_of(appeared.name) || appeared.name == "hypr"
        || (appeared.is_directory && appeared.where != m_runtime_watch);
}

/// True: one is connected.
bool CompositorSockets::look()
{
    if (m_connection)
        return true;
    std::error_code gone; // a directory may vanish while it is read
    const std::string hypr = m_display.runtime_dir + "/hypr";
    look_in(m_display.runtime_dir);
    if (std::filesystem::is_directory(hypr, gone)) {
        (void)m_search.watch(hypr);
        for (const auto &instance : std::filesystem::directory_iterator{hypr, gone}) {
            (void)m_search.watch(instance.path());
            look_in(instance.path());
        }
    }
    return m_connection != nullptr;
}

void CompositorSockets::look_in(const std::string &dir)
{
    std::error_code gone;
    for (const auto &file : std::filesystem::directory_iterator{dir, gone}) {
        if (m_connection || connect(file.path()))
            return;
    }
}

bool CompositorSockets::connect(const std::string &path)
{
    const Protocol *protocol = protocol_of(std::filesystem::path{path}.filename().string());
    if (!protocol || m_search.is_excluded(path))
        return false;
    auto socket = LocalSocket::connect(path);
    if (!socket)
        return false;
    if (m_display.is_drawn_by_another((*socket)->peer(), m_processes.table())) {
        log::info(std::format("{} at {} is nested in this session, and is ignored", protocol->name,
                              path));
        m_search.exclude(path);
        return false;
    }
    log::info(std::format("{} answers at {}", protocol->name, path));
    emit_compositor((*socket)->peer(), m_processes, m_emit);
    m_connection = std::make_unique<Connection>(*protocol, path, std::move(*socket), *this);
    m_connection->begin();
    return true;
}

/// Excludes the socket until something new appears; otherwise both sides would reconnect without
/// end.
void CompositorSockets::exclude(const std::string &path)
{
    m_search.exclude(path);
    lost();
}

/// Another compositor may be there already, or inotify will report it.
void CompositorSockets::lost()
{
    m_connection.reset();
    m_search.look_soon();
}

} // namespace headroom
