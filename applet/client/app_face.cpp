// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "app_face.h"

#include <KService>

using namespace Qt::StringLiterals;

namespace headroom::client {

namespace {

constexpr qsizetype longest = 512; ///< characters; Qt lays out all of them even if it elides

KService::Ptr service_of(const QString &app)
{
    if (const auto service = KService::serviceByMenuId(app + u".desktop"_s))
        return service;
    return KService::serviceByDesktopName(app);
}

} // namespace

AppFace face_of(const QString &app)
{
    const auto service = service_of(app);
    if (!service)
        return {.name = displayable_text(app),
                .icon = u"application-x-executable"_s,
                .installed = false};
    const QString icon =
        service->icon().isEmpty() ? u"application-x-executable"_s : service->icon();
    return {.name = displayable_name(service->name(), app), .icon = icon, .installed = true};
}

QString displayable_name(const QString &name, const QString &app)
{
    QString shown = displayable_text(name);
    return shown.isEmpty() ? displayable_text(app) : shown;
}

QString displayable_text(const QString &text)
{
    QString shown;
    shown.reserve(std::min(text.size(), longest));
    for (const QChar c : text.simplified()) {
        const bool invisible =
            c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
        if (!invisible)
            shown += c;
        if (shown.size() == longest)
            break;
    }
    return shown;
}

} // namespace headroom::client
