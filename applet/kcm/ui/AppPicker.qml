// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// Picks an app: the running ones first, then all installed ones.
Kirigami.Dialog {
    id: picker

    signal picked(app: string)

    readonly property string typed: search.text.trim() ///< no ID has a space at its end
    /// One rule for many apps, such as all games of Steam: steam_app_*
    readonly property bool isPattern: typed.includes("*") && !typed.includes("/")

    title: i18nc("@title:window", "Add App")
    preferredWidth: Kirigami.Units.gridUnit * 24
    preferredHeight: Kirigami.Units.gridUnit * 28
    onAboutToShow: {
        kcm.choices.setFilterFixedString(""); // the filter outlives a page that was closed
        kcm.choices.refresh();
        search.clear();
        search.forceActiveFocus();
    }

    header: Kirigami.SearchField {
        id: search

        objectName: "search"
        autoAccept: false // else a pause in typing picks the first app
        placeholderText: i18nc("@info:placeholder %1 an example of a pattern",
            "Search, or a pattern such as %1", "steam_app_*")
        onTextChanged: kcm.choices.setFilterFixedString(text)
        onAccepted: {
            if (picker.isPattern)
                picker.pick(picker.typed);
            else if (view.count > 0)
                picker.pick(kcm.choices.data(kcm.choices.index(Math.max(0, view.currentIndex), 0),
                    view.idRole));
        }
        Keys.onDownPressed: view.incrementCurrentIndex()
        Keys.onUpPressed: view.decrementCurrentIndex()
    }

    ListView {
        id: view

        readonly property int idRole: Qt.UserRole + 1
        readonly property bool isEmpty: count === 0 && !picker.isPattern

        objectName: "choices"
        implicitHeight: isEmpty ? nothing.implicitHeight : contentHeight
        clip: true
        header: Controls.ItemDelegate {
            id: pattern

            objectName: "pattern"
            width: view.width
            height: visible ? implicitHeight : 0
            visible: picker.isPattern
            text: i18nc("@action:button %1 a pattern such as steam_app_*",
                "All apps that match “%1”", picker.typed)
            // The default one would treat a pattern with "<" in it as markup.
            contentItem: Controls.Label {
                text: pattern.text
                textFormat: Text.PlainText
                elide: Text.ElideRight
            }
            onClicked: picker.pick(picker.typed)
        }
        model: kcm.choices
        section.property: "running"
        section.delegate: Kirigami.ListSectionHeader {
            required property string section

            width: view.width
            text: section === "true"
                ? i18nc("@title:group applications", "Running")
                : i18nc("@title:group applications", "Installed")
        }
        delegate: Controls.ItemDelegate {
            id: choice

            required property int index
            required property string appId
            required property string name
            required property string iconName

            width: ListView.view.width
            text: name
            // The default one would treat a name with "<" in it as markup.
            contentItem: RowLayout {
                spacing: Kirigami.Units.smallSpacing

                Kirigami.Icon {
                    Layout.preferredWidth: Kirigami.Units.iconSizes.smallMedium
                    Layout.preferredHeight: Kirigami.Units.iconSizes.smallMedium
                    source: choice.iconName.length > 0
                        ? choice.iconName
                        : "application-x-executable"
                }
                Controls.Label {
                    objectName: "name"
                    Layout.fillWidth: true
                    text: choice.name
                    textFormat: Text.PlainText
                    color: choice.highlighted
                        ? Kirigami.Theme.highlightedTextColor
                        : Kirigami.Theme.textColor
                    elide: Text.ElideRight
                }
            }
            highlighted: ListView.isCurrentItem
            onClicked: picker.pick(appId)
        }

        Kirigami.PlaceholderMessage {
            id: nothing

            objectName: "nothing"
            anchors.centerIn: parent
            width: parent.width - Kirigami.Units.gridUnit * 4
            visible: view.isEmpty
            icon.name: "edit-none"
            text: i18nc("@info no application has what was typed in its name", "No app matches")
        }
    }

    function pick(app: string): void {
        picked(app);
        close();
    }
}
