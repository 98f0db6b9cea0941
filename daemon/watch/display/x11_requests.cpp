// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/display/x11_connection.h"

#include <xcb/res.h>

// What is requested from an X server, with the answer as the callers need it.
namespace headroom {

void X11Connection::await_reply(unsigned sequence,
                                std::function<void(const xcb_generic_reply_t *)> answered)
{
    m_pending_replies.push_back({sequence, std::move(answered)});
}

void X11Connection::read_list(
    xcb_window_t window, xcb_atom_t property,
    std::function<void(const std::optional<std::vector<std::uint32_t>> &)> answered)
{
    constexpr std::uint32_t most_values = 4096;
    const auto cookie =
        xcb_get_property(m_x.get(), 0, window, property, XCB_GET_PROPERTY_TYPE_ANY, 0, most_values);
    await_reply(cookie.sequence, [answered](const xcb_generic_reply_t *reply) {
        std::optional<std::vector<std::uint32_t>> values;
        const auto *got = reinterpret_cast<const xcb_get_property_reply_t *>(reply);
        constexpr std::uint8_t of_32_bits = 32;
        if (got && got->format == of_32_bits) {
            const auto *first = static_cast<const std::uint32_t *>(xcb_get_property_value(got));
            values.emplace(first, first + got->value_len);
        }
        answered(values);
    });
}

void X11Connection::read_property(xcb_window_t window, xcb_atom_t property,
                                  std::function<void(const std::vector<std::uint32_t> &)> answered)
{
    read_list(window, property, [answered](const auto &values) {
        answered(values.value_or(std::vector<std::uint32_t>{}));
    });
}

void X11Connection::read_process(xcb_window_t window,
                                 std::function<void(std::int32_t pid)> answered)
{
    const xcb_res_client_id_spec_t client{.client = window,
                                          .mask = XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
    await_reply(
        xcb_res_query_client_ids(m_x.get(), 1, &client).sequence,
        [answered](const xcb_generic_reply_t *reply) {
            std::int32_t pid = 0;
            if (const auto *ids =
                    reinterpret_cast<const xcb_res_query_client_ids_reply_t *>(reply)) {
                for (auto each = xcb_res_query_client_ids_ids_iterator(ids); each.rem > 0;
                     xcb_res_client_id_value_next(&each)) {
                    if ((each.data->spec.mask & XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID) != 0
                        && xcb_res_client_id_value_value_length(each.data) > 0)
                        pid = static_cast<std::int32_t>(*xcb_res_client_id_value_value(each.data));
                }
            }
            answered(pid);
        });
}

} // namespace headroom
