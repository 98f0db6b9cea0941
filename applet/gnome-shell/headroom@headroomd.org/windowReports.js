// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Reports windows to Headroom, apps that are about to start, and that the clipboard has a new
// owner, in the format of Compositor.Report (dbus/org.headroomd.Headroom1.xml). Neither titles nor
// what was copied is sent, to protect the user's privacy.
//
// Reports continue while the screen is locked (session-modes in metadata.json): the app in front
// stays in front behind the lock screen, and hidden windows stay hidden.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Meta from 'gi://Meta';
import Shell from 'gi://Shell';

// This name can't be activated: a user who stops Headroom wants it stopped.
const NAME = 'org.headroomd.Headroom1.Compositor';
const PATH = '/org/headroomd/Headroom1';

const NORMAL_TYPES = [
    Meta.WindowType.NORMAL, Meta.WindowType.DIALOG, Meta.WindowType.MODAL_DIALOG,
    Meta.WindowType.UTILITY];

// Mutter doesn't export this enumeration: 1 is active, 2 hidden, 3 suspended. A window that is
// recorded or previewed is active, not hidden.
const SUSPEND_STATE_ACTIVE = 1;

const WINDOW_CHANGES = [
    'notify::minimized', 'notify::fullscreen', 'notify::wm-class', 'notify::gtk-application-id',
    'notify::suspend-state', 'notify::window-type', 'workspace-changed'];

export class WindowReports {
    constructor() {
        this._calls = new Gio.Cancellable();
        this._tracker = Shell.WindowTracker.get_default();
        this._followed = new Set();
        this._sentFocus = null;
        global.display.connectObject(
            'window-created', (_display, window) => {
                this._follow(window);
                this._sendWindow(window);
            },
            'notify::focus-window', () => this._sendFocus(), this);
        this._tracker.connectObject('startup-sequence-changed',
            (_tracker, sequence) => this._sendStart(sequence), this);
        global.display.get_selection().connectObject('owner-changed',
            (_selection, type, source) => this._sendCopied(type, source), this);
        global.workspace_manager.connectObject('active-workspace-changed',
            () => this._sendSnapshot(), this);
        for (const window of global.display.list_all_windows())
            this._follow(window);
        this._wishes = Gio.DBus.session.signal_subscribe(NAME, NAME, 'WishWaits', PATH, null,
            Gio.DBusSignalFlags.NONE, () => this._send({type: 'ask'}));
        // Reports everything when Headroom appears, now or later.
        this._watch = Gio.bus_watch_name(Gio.BusType.SESSION, NAME, Gio.BusNameWatcherFlags.NONE,
            () => {
                this._isThere = true;
                this._sendSnapshot();
            },
            () => {
                this._isThere = false;
            });
    }

    destroy() {
        this._send({type: 'end'}, null);
        Gio.DBus.session.signal_unsubscribe(this._wishes);
        this._wishes = 0;
        Gio.bus_unwatch_name(this._watch);
        this._watch = 0;
        this._isThere = false;
        this._calls.cancel();
        this._calls = null;
        for (const window of this._followed)
            window.disconnectObject(this);
        this._followed = null;
        global.display.get_selection().disconnectObject(this);
        global.display.disconnectObject(this);
        global.workspace_manager.disconnectObject(this);
        this._tracker.disconnectObject(this);
        this._tracker = null;
    }

    _follow(window) {
        this._followed.add(window);
        const changed = () => this._sendWindow(window);
        const signals = WINDOW_CHANGES.filter(name => !name.startsWith('notify::') ||
            window[name.slice(8).replace(/-/g, '_')] !== undefined);
        window.connectObject(...signals.reduce((all, name) => [...all, name, changed], []),
            // Emitted before the Shell draws the change; notify::focus-window is emitted after it.
            'focus', () => this._sendFocus(),
            // The window was asked to close, or was clicked on, and didn't answer. An app that
            // Headroom has frozen can't answer. The Shell would soon offer to force it to quit.
            'notify::is-alive', () => {
                if (!window.is_alive)
                    this._send({type: 'awaited', id: this._idOf(window)});
            },
            'unmanaged', () => {
                this._followed.delete(window);
                window.disconnectObject(this);
                this._send({type: 'gone', id: this._idOf(window)});
            }, this);
    }

    _send(report, calls = this._calls) {
        if (!this._isThere)
            return;
        const text = JSON.stringify({source: 'gnome-shell', sent: Date.now(), ...report});
        Gio.DBus.session.call(NAME, PATH, NAME, 'Report', new GLib.Variant('(s)', [text]),
            new GLib.VariantType('(s)'), Gio.DBusCallFlags.NO_AUTO_START, -1, calls,
            (connection, result) => {
                try {
                    const [wish] = connection.call_finish(result).deepUnpack();
                    if (calls && this._calls === calls)
                        this._heed(wish);
                } catch (error) {
                    const ended = error.matches?.(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED) ||
                        // The daemon ended before it read the report, or just before it was sent.
                        [Gio.DBusError.NO_REPLY, Gio.DBusError.NAME_HAS_NO_OWNER].some(
                            code => error.matches?.(Gio.DBusError, code));
                    if (!ended)
                        console.warn(`Headroom took no report: ${error.message}`);
                }
            });
    }

    // The wish has the format that Compositor.Report returns.
    _heed(wish) {
        const [what, ...ids] = wish.split(' ');
        if (what === 'snapshot')
            this._sendSnapshot();
        const meant = [...this._followed].filter(window => ids.includes(this._idOf(window)));
        if (what === 'close')
            this._close(meant);
        else if (what === 'minimise')
            meant.forEach(window => window.minimize());
    }

    // Closes windows as a click on their close buttons would. A dialog whose parent is closed, too,
    // is left to its parent.
    _close(windows) {
        windows.filter(window => !windows.includes(window.get_transient_for()))
            .forEach(window => window.delete(global.get_current_time()));
    }

    _sendSnapshot() {
        this._sentFocus = this._focusedId();
        this._send({
            type: 'snapshot',
            windows: [...this._followed].map(window => this._describe(window)),
            focus: this._sentFocus});
    }

    _sendFocus() {
        const focus = this._focusedId();
        if (focus === this._sentFocus)
            return;
        this._sentFocus = focus;
        this._send({type: 'focus', focus});
    }

    _sendWindow(window) {
        this._send({type: 'window', window: this._describe(window)});
    }

    // The Shell starts an app, or only calls it over the bus because it runs already: for a new
    // window, or because its notification was clicked on. A paused app can't answer, and no process
    // starts. The name is the path of a desktop file. But a client may start a sequence, too, and
    // names any app, in any bytes.
    _sendStart(sequence) {
        let name;
        try {
            name = sequence.get_completed() ? null : sequence.get_application_id();
        } catch {
            return; // not in UTF-8
        }
        if (name) {
            const app = GLib.path_get_basename(name).replace(/\.desktop$/, '');
            this._send({type: 'starting', app});
        }
    }

    // Mutter doesn't reveal the clipboard owner; Headroom assumes the app in front. A source in the
    // Shell's own memory has no owner: a screenshot, or what an app that has ended left behind. The
    // content is never read.
    _sendCopied(type, source) {
        if (type === Meta.SelectionType.SELECTION_CLIPBOARD) {
            this._send({type: source && !(source instanceof Meta.SelectionSourceMemory)
                ? 'copied' : 'uncopied'});
        }
    }

    _describe(window) {
        return {
            id: this._idOf(window),
            pid: Math.max(window.get_pid(), 0),
            app: this._appOf(window),
            kind: !window.is_override_redirect() && NORMAL_TYPES.includes(window.get_window_type())
                ? 'normal' : 'shell',
            hidden: this._isHidden(window),
            fullscreen: window.is_fullscreen(),
        };
    }

    _idOf(window) {
        return String(window.get_id());
    }

    _focusedId() {
        const window = global.display.focus_window;
        return window && this._followed.has(window) ? this._idOf(window) : null;
    }

    _appOf(window) {
        const app = this._tracker.get_window_app(window);
        if (app && !app.is_window_backed())
            return app.get_id().replace(/\.desktop$/, '');
        return window.get_sandboxed_app_id() || window.get_gtk_application_id() ||
            window.get_wm_class() || '';
    }

    _isHidden(window) {
        const placed = !window.minimized && window.showing_on_its_workspace() &&
            window.located_on_workspace(global.workspace_manager.get_active_workspace());
        return !placed && window.suspend_state !== SUSPEND_STATE_ACTIVE;
    }
}
