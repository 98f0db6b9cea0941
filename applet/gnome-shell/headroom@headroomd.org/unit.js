// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The unit in which the daemon runs, as systemd's user manager reports it: why there is no daemon,
// and the way to start one. No call blocks.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {callOnBus} from './busCall.js';

const UNIT = 'headroomd.service';
const SYSTEMD = 'org.freedesktop.systemd1';
const MANAGER = '/org/freedesktop/systemd1';
const PATH = `${MANAGER}/unit/headroomd_2eservice`;
const PROPERTIES = 'org.freedesktop.DBus.Properties';

export class Unit {
    /// changed(): what the unit is has changed.
    constructor(changed) {
        this._changed = changed;
        this._calls = new Gio.Cancellable();
        this._subscriptions = [];
        this._forget();
    }

    destroy() {
        this.follow(false);
        this._calls.cancel();
        this._calls = null;
    }

    /// Whether the daemon has crashed or could not start, and systemd doesn't try again.
    get isFailed() {
        return this._active === 'failed';
    }

    /// Whether systemd starts the daemon now, or will do so shortly, after a crash.
    get isStarting() {
        return this._active === 'activating' || this._active === 'reloading';
    }

    /// Whether systemd knows no such unit, because Headroom isn't installed.
    get isMissing() {
        return this._load === 'not-found';
    }

    /// Whether systemd must not start the daemon (systemctl mask).
    get isMasked() {
        return this._load === 'masked';
    }

    /// What takes the mask back. The file that masks shows whose it is: the user's own, the user's
    /// own until the next boot, or the administrator's for all users.
    get unmaskCommand() {
        if (this._file.startsWith('/etc/'))
            return `sudo systemctl --global unmask ${UNIT}`;
        return this._file.startsWith('/run/')
            ? `systemctl --user unmask --runtime ${UNIT}` : `systemctl --user unmask ${UNIT}`;
    }

    /// Followed while there is no daemon. systemd emits signals only once a client has subscribed.
    follow(wanted) {
        if (wanted === this._subscriptions.length > 0)
            return;
        if (!wanted) {
            this._subscriptions.forEach(id => Gio.DBus.session.signal_unsubscribe(id));
            this._subscriptions = [];
            this._forget();
            return;
        }
        const listen = (face, signal, path, then) => Gio.DBus.session.signal_subscribe(SYSTEMD,
            face, signal, path, null, Gio.DBusSignalFlags.NONE,
            (_bus, _sender, _path, _face, _signal, values) => then(values.deepUnpack()[0]));
        this._subscriptions = [
            listen(PROPERTIES, 'PropertiesChanged', PATH, face => this._look(face)),
            // No signal of the unit reports that it was masked or unmasked.
            listen(`${SYSTEMD}.Manager`, 'Reloading', MANAGER,
                begins => begins || this._look(`${SYSTEMD}.Unit`)),
        ];
        this._call(MANAGER, `${SYSTEMD}.Manager`, 'Subscribe', null);
        this._look(`${SYSTEMD}.Unit`);
    }

    /// Has systemd start the daemon, also after it has failed too often. Unlike a start by the bus,
    /// this works without a file for activation. failed(sentence): it can't be started.
    start(failed) {
        this._call(MANAGER, `${SYSTEMD}.Manager`, 'ResetFailedUnit',
            new GLib.Variant('(s)', [UNIT]));
        this._job('StartUnit', failed);
    }

    restart(failed) {
        this._job('RestartUnit', failed);
    }

    _job(method, failed) {
        this._call(MANAGER, `${SYSTEMD}.Manager`, method,
            new GLib.Variant('(ss)', [UNIT, 'replace']), () => {}, failed);
    }

    _forget() {
        this._active = '';
        this._load = '';
        this._file = '';
    }

    _look(face) {
        if (face !== `${SYSTEMD}.Unit`)
            return;
        this._call(PATH, PROPERTIES, 'GetAll', new GLib.Variant('(s)', [face]),
            answer => {
                // Some of the others are too large for a number.
                const [all] = answer.deepUnpack();
                const active = all.ActiveState.unpack();
                const load = all.LoadState.unpack();
                const file = all.FragmentPath.unpack();
                if (!this._subscriptions.length || active === this._active
                    && load === this._load && file === this._file)
                    return;
                this._active = active;
                this._load = load;
                this._file = file;
                this._changed();
            });
    }

    _call(path, face, method, parameters, then = () => {}, failed = () => {}) {
        callOnBus({name: SYSTEMD, path, face, method}, parameters,
            {then, failed, calls: this._calls, flags: Gio.DBusCallFlags.NO_AUTO_START});
    }
}
