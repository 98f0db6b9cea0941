// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "headroom_page.h"

#include "headroom_data.h"

#include <KLocalizedString>
#include <KPluginFactory>
#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

K_PLUGIN_FACTORY_WITH_JSON(HeadroomPageFactory, "kcm_headroom.json", registerPlugin<HeadroomPage>();
                           registerPlugin<HeadroomData>();)

namespace {

struct FurtherPage {
    QLatin1StringView word; ///< as in: systemsettings kcm_headroom --args capabilities
    QLatin1StringView file;
};
constexpr std::array further_pages{FurtherPage{"capabilities"_L1, "Capabilities.qml"_L1},
                                   FurtherPage{"limits"_L1, "Limits.qml"_L1},
                                   FurtherPage{"rules"_L1, "Rules.qml"_L1}};

} // namespace

HeadroomPage::HeadroomPage(QObject *parent, const KPluginMetaData &metadata,
                           const QVariantList &arguments)
    : KQuickManagedConfigModule(parent, metadata), m_settings(new HeadroomRc(this)),
      m_rules(new headroom::kcm::AppRules(m_settings->sharedConfig(), this)),
      m_boost(new headroom::kcm::Boost(m_settings, this)),
      m_choices(new headroom::kcm::AppChoices(&m_apps, this))
{
    setButtons(Apply | Default);
    connect(m_rules, &headroom::kcm::AppRules::edited, this, &HeadroomPage::settingsChanged);
    m_apps.setDaemon(&m_daemon);
    // headroomctl, the applet or a notification has changed headroomrc. What is edited here stays.
    connect(&m_daemon, &headroom::client::Daemon::settingsChanged, this, [this] {
        if (!needsSave())
            load();
    });
    // A further page can't be pushed before the main page exists.
    connect(this, &HeadroomPage::mainUiReady, this, [this, arguments] { openAsked(arguments); });
    connect(this, &HeadroomPage::activationRequested, this, &HeadroomPage::openAsked);
}

/// An activation without arguments, while the module is open already, keeps the page shown.
void HeadroomPage::openAsked(const QVariantList &arguments)
{
    const auto asked = std::ranges::find_if(further_pages, [&](const FurtherPage &each) {
        return arguments.contains(QVariant{QString{each.word}});
    });
    if (asked == further_pages.end())
        return;
    while (depth() > 1)
        pop();
    push(asked->file);
}

QVariantMap HeadroomPage::facts(const QString &entry) const
{
    const KConfigSkeletonItem *item = m_settings->findItem(entry);
    if (!item)
        return {};
    const auto translated = [](const char *context, const QString &text) {
        return i18nc(context, text.toUtf8().constData());
    };
    return {{u"label"_s, translated("@label a setting", item->label())},
            {u"help"_s, translated("@info what a setting does", item->whatsThis())},
            {u"from"_s, item->minValue()},
            {u"to"_s, item->maxValue()}};
}

void HeadroomPage::copy(const QString &text) const
{
    QGuiApplication::clipboard()->setText(text);
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
