// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "app_rules.h"
#include "headroomrc.h"

#include <KCModuleData>

/// What System Settings asks without opening the page: whether a setting or a rule for an app
/// differs from the defaults. It then highlights the page in its list.
class HeadroomData : public KCModuleData {
    Q_OBJECT

public:
    explicit HeadroomData(QObject *parent);

    [[nodiscard]] bool isDefaults() const override;

private:
    HeadroomRc *m_settings;
    headroom::kcm::AppRules *m_rules;
};
