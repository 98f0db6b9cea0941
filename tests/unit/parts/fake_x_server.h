// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "parts/local_server.h"
#include "watch/display/x11_connection.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <future>
#include <map>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>
#include <vector>
#include <xcb/res.h>
#include <xcb/xcb.h>

namespace headroom::seen {

/// A server with one screen and X-Resource, in the client's own process. A thread sets a connection
/// up. After that, replies are sent when serve() is called. All windows are visible. Copies aren't
/// reported.
class FakeXServer {
public:
    static constexpr xcb_window_t root = 7;
    static constexpr std::uint32_t value = 42; ///< of every property, until one is set

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

    /// Replies to the requests that have arrived. False: there were none.
    bool serve()
    {
        bool served = false;
        for (int arrived = 0; ioctl(m_client.get(), FIONREAD, &arrived) == 0 && arrived > 0;) {
            take_request();
            served = true;
        }
        return served;
    }

    void change_active_window() { change(root, XCB_ATOM_NONE); }

    /// Sends the event without a change.
    void change(xcb_window_t window, xcb_atom_t property)
    {
        xcb_property_notify_event_t event{};
        event.response_type = XCB_PROPERTY_NOTIFY;
        event.window = window;
        event.atom = property;
        send_padded(event);
    }

    /// As all clients get it that listen to the windows below the root.
    void request_to_close(xcb_window_t window)
    {
        xcb_client_message_event_t event{};
        event.response_type = XCB_CLIENT_MESSAGE | 0x80; // another client has sent it
        event.format = 32;
        event.window = window;
        event.type = atom("_NET_CLOSE_WINDOW");
        send_padded(event);
    }

    /// One that the client has named.
    [[nodiscard]] xcb_atom_t atom(const std::string &name) const { return m_atoms.at(name); }

    void set_values(xcb_window_t window, xcb_atom_t property,
                    const std::vector<std::uint32_t> &values)
    {
        const auto *first = reinterpret_cast<const char *>(values.data());
        m_properties[{window, property}] = {
            .format = 32, .bytes = {first, values.size() * sizeof(std::uint32_t)}};
    }

    /// Sets a property of text.
    void set_text(xcb_window_t window, xcb_atom_t property, const std::string &text)
    {
        m_properties[{window, property}] = {.format = 8, .bytes = text};
    }

    /// X-Resource reports this process for a window's client. Without it, none is reported.
    void set_process(xcb_window_t window, std::uint32_t pid) { m_pids[window] = pid; }

    /// The events on the window that the client listens to.
    [[nodiscard]] std::uint32_t mask(xcb_window_t window) const
    {
        const auto found = m_masks.find(window);
        return found == m_masks.end() ? 0U : found->second;
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
    struct Property {
        std::uint8_t format = 0; ///< bits of a value
        std::string bytes;
    };
    static constexpr std::uint8_t extension = 200; ///< the opcode of each extension
    static constexpr std::uint8_t query_client_ids = 4; ///< of X-Resource

    void set_up()
    {
        const auto asked = receive<xcb_setup_request_t>();
        for (const unsigned length :
             {asked.authorization_protocol_name_len, asked.authorization_protocol_data_len})
            (void)receive_bytes((length + 3) / 4 * 4);
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
        const std::string body = receive_bytes(header.length * 4U - sizeof header);
        ++m_sequence;
        switch (header.opcode) {
        case XCB_INTERN_ATOM: return name_atom(body);
        case XCB_QUERY_EXTENSION: {
            xcb_query_extension_reply_t reply{};
            reply.present = 1;
            reply.major_opcode = extension;
            return send_reply(reply);
        }
        case XCB_CHANGE_WINDOW_ATTRIBUTES: return change_attributes(body);
        case XCB_GET_WINDOW_ATTRIBUTES: {
            xcb_get_window_attributes_reply_t reply{};
            reply.map_state = XCB_MAP_STATE_VIEWABLE;
            return send_long_reply(reply, {});
        }
        case XCB_GET_PROPERTY: return send_property(body);
        case extension:
            if (header.detail == query_client_ids)
                send_process(body);
            return;
        default: return;
        }
    }

    void name_atom(const std::string &body)
    {
        xcb_intern_atom_reply_t reply{};
        reply.atom = m_sequence;
        m_atoms[body.substr(4, part<std::uint16_t>(body, 0))] = reply.atom;
        send_reply(reply);
    }

    void change_attributes(const std::string &body)
    {
        if (part<std::uint32_t>(body, 4) == XCB_CW_EVENT_MASK)
            m_masks[part<xcb_window_t>(body, 0)] = part<std::uint32_t>(body, 8);
    }

    void send_property(const std::string &body)
    {
        Property property{.format = 32, .bytes = std::string(sizeof value, '\0')};
        std::memcpy(property.bytes.data(), &value, sizeof value);
        if (!m_properties.empty()) {
            const auto found =
                m_properties.find({part<xcb_window_t>(body, 0), part<xcb_atom_t>(body, 4)});
            property = found == m_properties.end() ? Property{} : found->second;
        }
        xcb_get_property_reply_t reply{};
        reply.format = property.format;
        if (property.format != 0) {
            reply.type = XCB_ATOM_WINDOW;
            reply.value_len =
                static_cast<std::uint32_t>(property.bytes.size() * 8U / property.format);
        }
        send_long_reply(reply, property.bytes);
    }

    void send_process(const std::string &body)
    {
        xcb_res_query_client_ids_reply_t reply{};
        std::string ids;
        if (const auto pid = m_pids.find(part<xcb_window_t>(body, 4)); pid != m_pids.end()) {
            const std::array<std::uint32_t, 4> id{pid->first,
                                                  XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID,
                                                  sizeof pid->second, pid->second};
            ids.assign(reinterpret_cast<const char *>(id.data()), sizeof id);
            reply.num_ids = 1;
        }
        send_long_reply(reply, ids);
    }

    template<typename Reply> void send_reply(Reply reply)
    {
        reply.response_type = 1;
        send_padded(reply);
    }
    /// With what doesn't fit into the 32 bytes that each reply has.
    template<typename Reply> void send_long_reply(Reply reply, const std::string &more)
    {
        constexpr std::size_t in_any = 32;
        static_assert(sizeof reply >= in_any && sizeof reply % 4 == 0);
        std::string padded = more;
        padded.resize((more.size() + 3) / 4 * 4);
        reply.response_type = 1;
        reply.sequence = m_sequence;
        reply.length = static_cast<std::uint32_t>((sizeof reply - in_any + padded.size()) / 4);
        send(reply);
        if (!padded.empty())
            EXPECT_EQ(write(m_client.get(), padded.data(), padded.size()),
                      static_cast<ssize_t>(padded.size()));
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
    std::string receive_bytes(std::size_t size)
    {
        std::string data(size, '\0');
        if (size > 0) // Linux waits for a byte even if none is requested
            EXPECT_EQ(recv(m_client.get(), data.data(), size, MSG_WAITALL),
                      static_cast<ssize_t>(size));
        return data;
    }
    template<typename Data> static Data part(const std::string &body, std::size_t at)
    {
        Data data{};
        EXPECT_LE(at + sizeof data, body.size());
        if (at + sizeof data <= body.size())
            std::memcpy(&data, body.data() + at, sizeof data);
        return data;
    }

    LocalServer m_socket;
    UniqueFd m_client;
    std::uint16_t m_sequence = 0;
    std::map<std::string, xcb_atom_t> m_atoms;
    std::map<std::pair<xcb_window_t, xcb_atom_t>, Property> m_properties;
    std::map<xcb_window_t, std::uint32_t> m_pids;
    std::map<xcb_window_t, std::uint32_t> m_masks;
};

} // namespace headroom::seen
