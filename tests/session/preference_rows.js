// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Shows the rows of GNOME's preferences in a window of their usual width. It prints one line for
// each label that is cut off.

import Adw from 'gi://Adw';
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk';

const extension = `file://${ARGV[0]}`;
const {settingRow} = await import(`${extension}/settingRow.js`);
const [, contents] = GLib.file_get_contents(`${ARGV[0]}/settings.json`);
const schema = JSON.parse(new TextDecoder().decode(contents));

/// Like a language with longer texts.
const wordier = (_context, text) => text.length > 20 ? `${text} ${text}` : text;

function labels(widget) {
    const found = widget instanceof Gtk.Label ? [widget] : [];
    for (let child = widget.get_first_child(); child; child = child.get_next_sibling())
        found.push(...labels(child));
    return found;
}

const application = new Adw.Application({application_id: 'org.headroomd.PreferenceRows'});
application.connect('activate', () => {
    const group = new Adw.PreferencesGroup();
    const rows = schema.map(entry => settingRow(wordier, entry, () => {}));
    rows.forEach(row => group.add(row.widget));
    const page = new Adw.PreferencesPage();
    page.add(group);
    const window = new Adw.ApplicationWindow(
        {application, content: page, default_width: 640, default_height: 576, title: 'rows'});
    const settings = Object.fromEntries(schema.map(
        entry => [entry.name, entry.kind === 'Word' ? entry.words.at(-1) : '1']));
    rows.forEach(row => row.show(settings));
    window.present();
    let frames = 0;
    window.add_tick_callback(() => {
        if (++frames < 5)
            return GLib.SOURCE_CONTINUE;
        const all = labels(group).filter(
            label => label.get_mapped() && label.get_layout().is_ellipsized());
        print(`looked at ${rows.length}`);
        all.forEach(label => print(`cut: ${label.label}`));
        application.quit();
        return GLib.SOURCE_REMOVE;
    });
});
application.run([]);
