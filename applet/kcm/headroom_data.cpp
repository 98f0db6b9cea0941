// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "headroom_data.h"

HeadroomData::HeadroomData(QObject *parent)
    : KCModuleData(parent), m_settings(new HeadroomRc(this)),
      m_rules(new headroom::kcm::AppRules(m_settings->sharedConfig(), this))
{
    registerSkeleton(m_settings);
}

bool HeadroomData::isDefaults() const
{
    m_rules->load(); // the page may have changed them since
    return KCModuleData::isDefaults() && m_rules->isDefaults();
}
