// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Opens the extension's preferences in the window that GNOME's own service creates for them. Each
// line of input is a JSON list, a command with its arguments. Each is answered with a line of JSON.
// It ends with its input.
//
//   texts [NAME…]    the texts of the current page, or of a widget in it, from top to bottom
//   page TITLE       turns to this page
//   place NAME…      the middle of a widget in the window, scrolled into view, and the number of
//                    the last frame; null: none, or it can't be used
//   isOpen NAME…     whether a widget shows a popover
//   classes NAME…    the style classes of a widget
//   hasFocus NAME…   whether a widget, or one in it, receives the keys
//   clicks           how many clicks the window has received
//
// A widget is the first in the page with the first name, in which the next name is searched. A name
// is a title, a label, a tool tip, an icon or a class.

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
    const text = widget instanceof Gtk.Text ? widget.text : widget.label;
    const found = (widget instanceof Gtk.Label || widget instanceof Gtk.Text) &&
        widget.get_mapped() && text ? [text] : [];
    for (let child = widget.get_first_child(); child; child = child.get_next_sibling())
        found.push(...texts(child));
    return found;
}

let clicks = 0;

function countClicks(window) {
    const each = new Gtk.GestureClick({propagation_phase: Gtk.PropagationPhase.CAPTURE});
    each.connect('pressed', () => clicks++);
    window.add_controller(each);
}

function isCalled(widget, name) {
    return [widget.title, widget.label, widget.tooltip_text, widget.icon_name,
        widget.constructor.$gtype.name].includes(name);
}

function* below(widget) {
    for (let child = widget.get_first_child(); child; child = child.get_next_sibling()) {
        yield child;
        yield* below(child);
    }
}

function find(window, names) {
    let found = window.visible_page;
    for (const name of names)
        found = found && [...below(found)].find(
            each => each.get_mapped() && isCalled(each, name));
    return found;
}

function place(window, ...names) {
    const found = find(window, names);
    if (!found || !found.is_sensitive())
        return null;
    found.get_ancestor(Gtk.Viewport).scroll_to(found, null);
    const [known, {origin, size}] = found.compute_bounds(window);
    if (!known)
        return null;
    window.queue_draw(); // a later frame shows that nothing was still to be laid out
    const frame = window.get_frame_clock()?.get_frame_counter() ?? 0;
    return [origin.x + size.width / 2, origin.y + size.height / 2, frame];
}

function pages(widget) {
    return [...below(widget)].filter(each => each instanceof Adw.PreferencesPage);
}

const COMMANDS = {
    texts: (window, ...names) => {
        const found = find(window, names);
        return found ? texts(found) : [];
    },
    isOpen: (window, ...names) => {
        const found = find(window, names);
        return !!found && [...below(found)].some(
            each => each instanceof Gtk.Popover && each.get_mapped());
    },
    page: (window, title) => {
        window.visible_page = pages(window).find(each => each.title === title) ??
            window.visible_page;
        return window.visible_page.title;
    },
    place,
    classes: (window, ...names) => find(window, names)?.get_css_classes() ?? [],
    hasFocus: (window, ...names) => {
        const found = find(window, names);
        const focus = window.is_active && window.get_focus();
        return focus ? focus === found || focus.is_ancestor(found) : false;
    },
    clicks: () => clicks,
};

function answer(window) {
    input.read_line_async(GLib.PRIORITY_DEFAULT, null, (_input, result) => {
        const [line] = input.read_line_finish_utf8(result);
        if (line === null) {
            loop.quit();
            return;
        }
        const [command, ...names] = JSON.parse(line);
        print(JSON.stringify(COMMANDS[command](window, ...names)));
        answer(window);
    });
}

const [info] = Gio.DBus.session.call_sync(
    'org.gnome.Shell', '/org/gnome/Shell', 'org.gnome.Shell.Extensions', 'GetExtensionInfo',
    new GLib.Variant('(s)', ['headroom@headroomd.org']), null, Gio.DBusCallFlags.NONE, -1, null)
    .deepUnpack();
const window = new ExtensionPrefsDialog(extensionManager.createExtensionObject(info));
window.connect('loaded', () => window.present());
countClicks(window);
answer(window);
await loop.runAsync();
