// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Opens the extension's preferences in the window that GNOME's own service creates for them. It
// answers each line of input with the texts of the current page: a JSON list, from top to bottom.
// It ends with its input.

import Adw from 'gi://Adw';
import Gio from 'gi://Gio';
import GioUnix from 'gi://GioUnix';
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk';

const SERVICE = 'resource:///org/gnome/Shell/Extensions/js';

Gio.Resource.load('/usr/share/gnome-shell/org.gnome.Shell.Extensions.src.gresource')._register();
imports.searchPath.unshift(SERVICE);
Adw.init();
const {extensionManager} = await import(`${SERVICE}/extensionsService.js`);
const {ExtensionPrefsDialog} = await import(`${SERVICE}/extensionPrefsDialog.js`);

const loop = new GLib.MainLoop(null, false);
const input = new Gio.DataInputStream({base_stream: new GioUnix.InputStream({fd: 0})});

function texts(widget) {
    const found = widget instanceof Gtk.Label && widget.get_mapped() && widget.label
        ? [widget.label] : [];
    for (let child = widget.get_first_child(); child; child = child.get_next_sibling())
        found.push(...texts(child));
    return found;
}

function answer(window) {
    input.read_line_async(GLib.PRIORITY_DEFAULT, null, (_input, result) => {
        if (input.read_line_finish(result)[0] === null) {
            loop.quit();
            return;
        }
        print(JSON.stringify(window.visible_page ? texts(window.visible_page) : []));
        answer(window);
    });
}

const [info] = Gio.DBus.session.call_sync(
    'org.gnome.Shell', '/org/gnome/Shell', 'org.gnome.Shell.Extensions', 'GetExtensionInfo',
    new GLib.Variant('(s)', ['headroom@headroomd.org']), null, Gio.DBusCallFlags.NONE, -1, null)
    .deepUnpack();
const window = new ExtensionPrefsDialog(extensionManager.createExtensionObject(info));
window.connect('loaded', () => window.present());
answer(window);
await loop.runAsync();
