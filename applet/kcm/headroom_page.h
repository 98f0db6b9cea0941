// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "app_choices.h"
#include "app_rules.h"
#include "boost.h"
#include "headroomrc.h"

#include <KQuickManagedConfigModule>

/// Headroom's page in System Settings. It writes headroomrc and nothing else. The daemon watches
/// that file, so changes by other programs, such as headroomctl or an editor, count the same.
class HeadroomPage : public KQuickManagedConfigModule {
    Q_OBJECT
    Q_PROPERTY(HeadroomRc *settings READ settings CONSTANT)
    Q_PROPERTY(headroom::kcm::AppRules *rules READ rules CONSTANT)
    Q_PROPERTY(headroom::kcm::AppChoices *choices READ choices CONSTANT)
    Q_PROPERTY(headroom::kcm::Boost *boost READ boost CONSTANT)
    Q_PROPERTY(headroom::client::Daemon *daemon READ daemon CONSTANT)
    Q_PROPERTY(headroom::client::Apps *apps READ apps CONSTANT)

public:
    /// arguments: the further page to open, if any.
    HeadroomPage(QObject *parent, const KPluginMetaData &metadata, const QVariantList &arguments);

    [[nodiscard]] HeadroomRc *settings() const { return m_settings; }
    [[nodiscard]] headroom::kcm::AppRules *rules() const { return m_rules; }
    [[nodiscard]] headroom::kcm::AppChoices *choices() const { return m_choices; }
    [[nodiscard]] headroom::kcm::Boost *boost() const { return m_boost; }
    [[nodiscard]] headroom::client::Daemon *daemon() { return &m_daemon; }
    [[nodiscard]] headroom::client::Apps *apps() { return &m_apps; }

    /// { label, help, from, to } of a setting, by its name in the schema. Both texts are for users,
    /// and the bounds are those of a number.
    Q_INVOKABLE [[nodiscard]] QVariantMap facts(const QString &entry) const;
    Q_INVOKABLE void copy(const QString &text) const; ///< to the clipboard

public slots:
    void load() override;
    void save() override;
    void defaults() override;

private:
    void openAsked(const QVariantList &arguments);
    [[nodiscard]] bool isSaveNeeded() const override;
    [[nodiscard]] bool isDefaults() const override;

    HeadroomRc *m_settings;
    headroom::kcm::AppRules *m_rules;
    headroom::kcm::Boost *m_boost;
    headroom::client::Daemon m_daemon;
    headroom::client::Apps m_apps;
    headroom::kcm::AppChoices *m_choices;
};
