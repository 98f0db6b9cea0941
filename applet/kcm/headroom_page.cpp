// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "headroom_page.h"

#include "headroom_data.h"

#include <KPluginFactory>

using headroom::client::Daemon;

K_PLUGIN_FACTORY_WITH_JSON(HeadroomPageFactory, "kcm_headroom.json", registerPlugin<HeadroomPage>(); registerPlugin<HeadroomData>();)

HeadroomPage::HeadroomPage(QObject *parent, const KPluginMetaData &metadata)
    : KQuickManagedConfigModule(parent, metadata), m_settings(new HeadroomRc(this)), m_rules(new headroom::kcm::AppRules(m_settings->sharedConfig(), this)),
      m_choices(new headroom::kcm::AppChoices(&m_apps, this))
{
    setButtons(Apply | Default);
    connect(m_rules, &headroom::kcm::AppRules::edited, this, &HeadroomPage::settingsChanged);
    connect(&m_daemon, &Daemon::stateChanged, this, &HeadroomPage::daemonStateChanged);
    m_apps.setDaemon(&m_daemon);
}

void HeadroomPage::load()
{
    KQuickManagedConfigModule::load();
    m_rules->load();
    settingsChanged();
}

void HeadroomPage::save()
{
    KQuickManagedConfigModule::save();
    m_rules->save();
    settingsChanged();
}

void HeadroomPage::defaults()
{
    KQuickManagedConfigModule::defaults();
    m_rules->setDefaults();
    settingsChanged();
}

bool HeadroomPage::isSaveNeeded() const
{
    return m_rules->isSaveNeeded();
}

bool HeadroomPage::isDefaults() const
{
    return m_rules->isDefaults();
}

#include "headroom_page.moc"
