// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// A call on the session bus that blocks nothing.

import Gio from 'gi://Gio';

/// name, path, face, method: what is called. then(answer) gets the GVariant that it returned,
/// failed(sentence) the error's message. calls: a Gio.Cancellable; neither is called once it is
/// cancelled. flags: Gio.DBusCallFlags.
export function callOnBus({name, path, face, method}, parameters,
    {then = () => {}, failed = () => {}, calls = null, flags = Gio.DBusCallFlags.NONE}) {
    Gio.DBus.session.call(name, path, face, method, parameters, null, flags, -1, calls,
        (bus, result) => {
            let answer;
            try {
                answer = bus.call_finish(result);
            } catch (error) {
                if (calls?.is_cancelled())
                    return;
                Gio.DBusError.strip_remote_error(error);
                failed(error.message);
                return;
            }
            if (!calls?.is_cancelled())
                then(answer);
        });
}
