// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "parts/local_server.h"
#include "watch/display/x11_connection.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <future>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>
#include <xcb/xcb.h>

namespace headroom::seen {

/// A server with one screen and X-Resource, in the client's own process. A thread sets a connection
/// up. After that, replies are sent when serve() is called.
class FakeXServer {
public:
    static constexpr xcb_window_t root = 7;
    static constexpr std::uint32_t value = 42; ///< of every property

    /// path: of the socket. xcb accepts it as the name of a display.
    explicit FakeXServer(const std::string &path,
                         LocalServer::Begins how = LocalServer::Begins::Listening)
        : m_socket(path, SOCK_STREAM, how)
    {
    }

    void listen() const { m_socket.listen(); }

    /// Accepts a client, and replies to what an X11Connection requests first.
    [[nodiscard]] std::future<void> accept()
    {
        return std::async(std::launch::async, [this] {
            m_client = m_socket.accept();
            set_up();
            constexpr int extensions = 2;
            for (int i = 0; i < static_cast<int>(XAtom::Count) + extensions; ++i)
                take_request();
        });
    }

    /// Replies to the requests that have arrived.
    void serve()
    {
        for (int arrived = 0; ioctl(m_client.get(), FIONREAD, &arrived) == 0 && arrived > 0;)
            take_request();
    }

    void change_active_window()
    {
        xcb_property_notify_event_t event{};
        event.response_type = XCB_PROPERTY_NOTIFY;
        event.window = root;
        send_padded(event);
    }

    /// Its process has ended: the connection is closed, and nothing listens any more.
    void end()
    {
        m_client.reset();
        m_socket.listener.reset();
    }

private:
    struct Header {
        std::uint8_t opcode;
        std::uint8_t detail;
        std::uint16_t length; ///< of the request, in units of four bytes
    };

    void set_up()
    {
        const auto asked = receive<xcb_setup_request_t>();
        for (const unsigned length :
             {asked.authorization_protocol_name_len, asked.authorization_protocol_data_len})
            skip((length + 3) / 4 * 4);
        struct {
            xcb_setup_t setup{};
            xcb_screen_t screen{};
        } reply;
        constexpr std::size_t before_length_counts = 8;
        reply.setup.status = 1;
        reply.setup.protocol_major_version = X_PROTOCOL;
        reply.setup.length = (sizeof reply - before_length_counts) / 4;
        reply.setup.resource_id_base = 0x200000;
        reply.setup.resource_id_mask = 0x1fffff;
        reply.setup.maximum_request_length = 0xffff;
        reply.setup.roots_len = 1;
        reply.screen.root = root;
        send(reply);
    }

    void take_request()
    {
        const auto header = receive<Header>();
        skip(header.length * 4U - sizeof header);
        ++m_sequence;
        if (header.opcode == XCB_INTERN_ATOM) {
            xcb_intern_atom_reply_t reply{};
            reply.atom = m_sequence;
            send_reply(reply);
        } else if (header.opcode == XCB_QUERY_EXTENSION) {
            xcb_query_extension_reply_t reply{};
            reply.present = 1;
            reply.major_opcode = 200;
            send_reply(reply);
        } else if (header.opcode == XCB_GET_PROPERTY) {
            xcb_get_property_reply_t reply{};
            reply.format = 32;
            reply.type = XCB_ATOM_WINDOW;
            reply.value_len = reply.length = 1;
            send_reply(reply);
            send(value);
        }
    }

    template<typename Reply> void send_reply(Reply reply)
    {
        reply.response_type = 1;
        send_padded(reply);
    }
    template<typename Message> void send_padded(Message message)
    {
        message.sequence = m_sequence;
        std::array<char, 32> padded{}; // an event has this size, and no reply is shorter
        static_assert(sizeof message <= padded.size());
        std::memcpy(padded.data(), &message, sizeof message);
        send(padded);
    }
    template<typename Data> void send(const Data &data)
    {
        EXPECT_EQ(write(m_client.get(), &data, sizeof data), static_cast<ssize_t>(sizeof data));
    }
    template<typename Data> Data receive()
    {
        Data data{};
        EXPECT_EQ(recv(m_client.get(), &data, sizeof data, MSG_WAITALL),
                  static_cast<ssize_t>(sizeof data));
        return data;
    }
    void skip(std::size_t size)
    {
        std::string data(size, '\0');
        if (size > 0) // Linux waits for a byte even if none is requested
            EXPECT_EQ(recv(m_client.get(), data.data(), size, MSG_WAITALL),
                      static_cast<ssize_t>(size));
    }

    LocalServer m_socket;
    UniqueFd m_client;
    std::uint16_t m_sequence = 0;
};

} // namespace headroom::seen
