// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// headroomd, as the shell's indicator and its preferences see it. No call blocks. Calls go to the
// unique name of the running daemon, so that none starts a daemon that the user has stopped. When
// the daemon ends, everything it reported is dropped immediately.
//
// Gio.DBusObjectManagerClient is not used. It requests its objects synchronously when their owner
// changes, which would block the whole shell until the daemon answers.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {callOnBus, isLate} from './busCall.js';
import {compared} from './trouble.js';
import {Unit} from './unit.js';

const NAME = 'org.headroomd.Headroom1';
const ROOT = '/org/headroomd/Headroom1';
const MANAGER = `${NAME}.Manager`;
const APP = `${NAME}.App`;
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const OBJECTS = 'org.freedesktop.DBus.ObjectManager';

export class Daemon {
    /// version: of the extension; undefined: unknown.
    constructor(version) {
        this._version = version;
        this._unit = new Unit(() => this._tell('changed'));
        this._listeners = new Map();
        this._subscriptions = [];
        this._appSubscriptions = [];
        this._followsApps = false;
        this._isAbsent = false;
        this._forget();
        this._watch = Gio.bus_watch_name(Gio.BusType.SESSION, NAME, Gio.BusNameWatcherFlags.NONE,
            (_bus, _name, owner) => this._appeared(owner), () => this._vanished());
    }

    destroy() {
        Gio.bus_unwatch_name(this._watch);
        this._watch = 0;
        this._listeners.clear();
        this._drop();
        this._unit.destroy();
        this._unit = null;
    }

    /// Whether there is a daemon and it has answered. While false, nothing is known.
    get isThere() {
        return this._isThere;
    }

    /// Whether no daemon is on the bus. While one is asked, this and isThere are false.
    get isAbsent() {
        return this._isAbsent;
    }

    /// 'running'; 'older' or 'newer' (running, in another version than the extension's);
    /// 'connecting' (it is starting, or has not answered yet); 'stopped', 'failed' (it has crashed
    /// or could not start), 'masked' (systemd must not start it) or 'missing' (it isn't installed).
    get state() {
        if (this._isThere) {
            const order = compared(this._properties.Version, this._version);
            return order < 0 ? 'older' : order > 0 ? 'newer' : 'running';
        }
        if (!this._isAbsent)
            return 'connecting';
        if (this._unit.isMissing)
            return 'missing';
        if (this._unit.isMasked)
            return 'masked';
        if (this._unit.isStarting)
            return 'connecting';
        return this._unit.isFailed ? 'failed' : 'stopped';
    }

    /// What ends the state 'masked'.
    get unmaskCommand() {
        return this._unit.unmaskCommand;
    }

    /// The properties of the Manager, by name.
    get properties() {
        return this._properties;
    }

    /// The properties of each App, by object path. Empty unless followApps(true) was called.
    get apps() {
        return this._apps;
    }

    /// name: 'changed' (any of the above has changed) or 'acted' (action, app, unit, reason,
    /// whether it is news).
    /// Returns an id for disconnect().
    connect(name, callback) {
        const id = Symbol(name);
        this._listeners.set(id, {name, callback});
        return id;
    }

    disconnect(id) {
        this._listeners.delete(id);
    }

    /// Apps are followed only on request: each change of focus changes two of them.
    followApps(wanted) {
        if (wanted === this._followsApps)
            return;
        this._followsApps = wanted;
        if (wanted && this._isThere)
            this._askForApps();
        else
            this._forgetApps();
    }

    /// Calls a method of the Manager. then(values) gets what it returned, failed(sentence, error)
    /// the error's message, and the error.
    call(method, parameters = null, then = () => {}, failed = () => {}) {
        this._call(ROOT, MANAGER, method, parameters, then, failed);
    }

    /// The next three end a trouble (trouble.js). failed(sentence): why it was not possible.
    start(failed) {
        this._unit.start(failed);
    }

    restart(failed) {
        this._unit.restart(failed);
    }

    /// GNOME asks for confirmation.
    logOut(failed) {
        const name = 'org.gnome.SessionManager';
        callOnBus({name, path: '/org/gnome/SessionManager', face: name, method: 'Logout'},
            new GLib.Variant('(u)', [0]), {failed});
    }

    _call(path, face, method, parameters, then, failed = () => {}) {
        if (!this._owner)
            return;
        callOnBus({name: this._owner, path, face, method}, parameters,
            {then: answer => then(answer.recursiveUnpack()), failed, calls: this._calls});
    }

    _tell(name, ...values) {
        for (const listener of [...this._listeners.values()].filter(each => each.name === name))
            listener.callback(...values);
    }

    _appeared(owner) {
        this._drop();
        this._isAbsent = false;
        this._unit.follow(false);
        this._tell('changed');
        this._owner = owner;
        this._calls = new Gio.Cancellable();
        const listen = (face, signal, callback) => this._subscriptions.push(
            Gio.DBus.session.signal_subscribe(owner, face, signal, ROOT, null,
                Gio.DBusSignalFlags.NONE, (_bus, _sender, _path, _face, _signal, values) =>
                    callback(values.recursiveUnpack())));
        listen(PROPERTIES, 'PropertiesChanged', ([face, changed]) => {
            if (face !== MANAGER || !this._isThere)
                return;
            Object.assign(this._properties, changed);
            this._tell('changed');
        });
        listen(MANAGER, 'Acted', values => this._isThere && this._tell('acted', ...values));
        this._askForProperties();
    }

    /// Asks again if the daemon is only slow. Otherwise nothing would until the daemon restarts.
    _askForProperties() {
        this._call(ROOT, PROPERTIES, 'GetAll', new GLib.Variant('(s)', [MANAGER]),
            ([properties]) => {
                this._properties = properties;
                this._isThere = true;
                if (this._followsApps)
                    this._askForApps();
                this._tell('changed');
            }, (_sentence, error) => isLate(error) && this._askForProperties());
    }

    _vanished() {
        this._drop();
        this._isAbsent = true;
        this._unit.follow(true);
        this._tell('changed');
    }

    _drop() {
        this._forgetApps();
        this._subscriptions.forEach(id => Gio.DBus.session.signal_unsubscribe(id));
        this._subscriptions = [];
        this._forget();
    }

    _forget() {
        if (this._calls)
            this._calls.cancel();
        this._calls = null;
        this._owner = null;
        this._isThere = false;
        this._properties = {};
        this._apps = new Map();
    }

    _askForApps() {
        const {session} = Gio.DBus;
        this._appSubscriptions = [
            session.signal_subscribe(this._owner, PROPERTIES, 'PropertiesChanged', null, APP,
                Gio.DBusSignalFlags.NONE, (_bus, _sender, path, _face, _signal, values) =>
                    this._take(path, values.recursiveUnpack()[1])),
            session.signal_subscribe(this._owner, OBJECTS, 'InterfacesAdded', ROOT, null,
                Gio.DBusSignalFlags.NONE, (_bus, _sender, _path, _face, _signal, values) => {
                    const [path, faces] = values.recursiveUnpack();
                    this._take(path, faces[APP]);
                }),
            session.signal_subscribe(this._owner, OBJECTS, 'InterfacesRemoved', ROOT, null,
                Gio.DBusSignalFlags.NONE, (_bus, _sender, _path, _face, _signal, values) => {
                    this._apps.delete(values.recursiveUnpack()[0]);
                    this._tell('changed');
                }),
        ];
        this._askForObjects(this._appSubscriptions);
    }

    /// asked: the subscriptions for which this is; the answer is dropped if they are gone.
    _askForObjects(asked) {
        this._call(ROOT, OBJECTS, 'GetManagedObjects', null, ([objects]) => {
            if (this._appSubscriptions !== asked)
                return;
            for (const [path, faces] of Object.entries(objects)) {
                if (faces[APP])
                    this._apps.set(path, faces[APP]);
            }
            this._tell('changed');
        }, (_sentence, error) => this._appSubscriptions === asked && isLate(error) &&
            this._askForObjects(asked));
    }

    _forgetApps() {
        this._appSubscriptions.forEach(id => Gio.DBus.session.signal_unsubscribe(id));
        this._appSubscriptions = [];
        this._apps = new Map();
    }

    _take(path, properties) {
        if (!properties)
            return;
        const known = this._apps.get(path);
        if (!known && !properties.Id)
            return; // a change of an object that was never announced
        this._apps.set(path, {...known, ...properties});
        this._tell('changed');
    }
}
