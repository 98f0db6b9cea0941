// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// A call on the session bus that blocks nothing.

import Gio from 'gi://Gio';

/// Whether a call has failed only because the answer did not come in time.
export function isLate(error) {
    return error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.TIMED_OUT) ||
        [Gio.DBusError.NO_REPLY, Gio.DBusError.TIMEOUT, Gio.DBusError.TIMED_OUT].some(
            code => error.matches(Gio.DBusError, code));
}

/// name, path, face, method: what is called. then(answer) gets the GVariant that it returned,
/// failed(sentence, error) the error's message, and the error. calls: a Gio.Cancellable; neither is
/// called once it is cancelled. flags: Gio.DBusCallFlags.
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
                failed(error.message, error);
                return;
            }
            if (!calls?.is_cancelled())
                then(answer);
        });
}
