// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The page of the preferences that the menu requests. The preferences are in another process, and
// the call that opens them takes no page. So the shell publishes the page as an action's state. The
// preferences read it when they open and follow it while they are open. Once the page is shown, the
// state is cleared.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const SHELL = 'org.gnome.Shell';
const PATH = '/org/headroomd/Preferences';
const ACTION = 'wanted-page';

const page = name => new GLib.Variant('s', name);

/// In the shell.
export class WantedPage {
    constructor() {
        this._action = Gio.SimpleAction.new_stateful(ACTION, null, page(''));
        const actions = new Gio.SimpleActionGroup();
        actions.add_action(this._action);
        this._exported = Gio.DBus.session.export_action_group(PATH, actions);
    }

    destroy() {
        Gio.DBus.session.unexport_action_group(this._exported);
        this._exported = 0;
    }

    /// name: empty requests no page in particular.
    ask(name) {
        this._action.set_state(page(name));
    }
}

/// In the preferences: shows the page whenever it is requested by its name.
export function showWhenWanted(window, wanted) {
    const actions = Gio.DBusActionGroup.get(Gio.DBus.session, SHELL, PATH);
    const look = (_actions, action) => {
        if (action !== ACTION || actions.get_action_state(ACTION).unpack() !== wanted.name)
            return;
        window.visible_page = wanted;
        actions.change_action_state(ACTION, page(''));
    };
    const listeners = ['action-added', 'action-state-changed'].map(
        signal => actions.connect(signal, look));
    actions.list_actions(); // no action is announced before the first call of this
    window.connect('close-request', () => {
        listeners.splice(0).forEach(id => actions.disconnect(id));
        return false;
    });
}
