// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "apps.h"

#include "app_face.h"

#include <QDBusArgument>
#include <QDateTime>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace headroom::client {

namespace {

/// Noon, so that no time zone makes it another day. Invalid: it is no day.
QDateTime day_of(const QVariantMap &measures)
{
    const QDate day =
        QDate::fromString(measures.value(u"memory-needed-last-day"_s).toString(), Qt::ISODate);
    return day.isValid() ? QDateTime{day, QTime{12, 0}} : QDateTime{};
}

/// A figure that is missing, negative or not a number is unknown.
QVariant figure(const QVariantMap &measures, const QString &name)
{
    const QVariant value = measures.value(name);
    bool is_number = false;
    const double number = value.toDouble(&is_number);
    return is_number && number >= 0 ? value : QVariant{};
}

} // namespace

int Apps::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_apps.size());
}

QHash<int, QByteArray> Apps::roleNames() const
{
    return {{AppIdRole, "appId"},
            {NameRole, "name"},
            {IconRole, "iconName"},
            {StateRole, "appState"},
            {FocusedRole, "focused"},
            {BoostedRole, "boosted"},
            {WindowsRole, "windows"},
            {OwnUnitRole, "ownUnit"},
            {HoldsRole, "holds"},
            {RuleRole, "rule"},
            {ReasonRole, "reason"},
            {MemoryRole, "memory"},
            {MemoryNeededRole, "memoryNeeded"},
            {NeedMeasuredRole, "needMeasured"},
            {LastNeedRole, "lastNeed"},
            {LastNeedDayRole, "lastNeedDay"},
            {CanMeasureRole, "canMeasure"},
            {MeasuringRole, "measuring"},
            {NeedAtMostRole, "needAtMost"},
            {NotMeasuredRole, "notMeasured"},
            {SwapRole, "swap"},
            {StallMemoryRole, "stallMemory"},
            {StallCpuRole, "stallCpu"},
            {StallIoRole, "stallIo"},
            {StalledRole, "stalled"},
            {StalledForRole, "stalledFor"},
            {HurtRankRole, "hurtRank"}};
}

QVariant Apps::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const App &app = m_apps[static_cast<std::size_t>(index.row())];
    switch (role) {
    case AppIdRole: return app.id;
    case Qt::DisplayRole:
    case NameRole: return app.name;
    case IconRole: return app.icon;
    case StateRole: return app.state;
    case FocusedRole: return app.id == m_focused;
    case BoostedRole: return app.boosted;
    case WindowsRole: return app.windows;
    case OwnUnitRole: return app.own_unit;
    case HoldsRole: return app.holds;
    case RuleRole: return app.rule;
    case ReasonRole: return app.reason;
    case MemoryRole: return figure(app.measures, u"memory"_s);
    case MemoryNeededRole: return figure(app.measures, u"memory-needed"_s);
    case NeedMeasuredRole: return app.measures.value(u"memory-needed-measured"_s).toBool();
    case LastNeedRole: return figure(app.measures, u"memory-needed-last"_s);
    case LastNeedDayRole: return day_of(app.measures);
    case CanMeasureRole: return app.measurement.has_value() && app.own_unit;
    case MeasuringRole: return measurement(app, u"under-way"_s).toBool();
    case NeedAtMostRole: return figure(app.measurement.value_or(QVariantMap{}), u"now"_s);
    case NotMeasuredRole:
        return measurement(app, u"needed"_s).isValid()
            ? QString{}
            : displayable_text(measurement(app, u"sentence"_s).toString());
    case SwapRole: return figure(app.measures, u"swap"_s);
    case StallMemoryRole: return figure(app.measures, u"pressure-memory"_s);
    case StallCpuRole: return figure(app.measures, u"pressure-cpu"_s);
    case StallIoRole: return figure(app.measures, u"pressure-io"_s);
    case StalledRole: return worst(app).first;
    case StalledForRole: return worst(app).second;
    case HurtRankRole: return figure(app.measures, u"hurt-rank"_s);
    default: return {};
    }
}

std::pair<QVariant, QString> Apps::worst(const App &app)
{
    const QString resource = app.measures.value(u"worst-pressure"_s).toString();
    const QVariant value = figure(app.measures, u"pressure-"_s + resource);
    return value.isValid() ? std::pair{value, resource} : std::pair<QVariant, QString>{};
}

QVariant Apps::measurement(const App &app, const QString &name)
{
    return app.measurement.value_or(QVariantMap{}).value(name);
}

void Apps::setDaemon(Daemon *daemon)
{
    if (daemon == m_daemon)
        return;
    if (m_daemon)
        disconnect(m_daemon, nullptr, this, nullptr);
    clear();
    m_daemon = daemon;
    if (daemon) {
        connect(daemon, &Daemon::stateChanged, this, &Apps::stateChanged);
        connect(daemon, &Daemon::propertiesChanged, this, &Apps::propertiesChanged);
        connect(daemon, &Daemon::appChanged, this, &Apps::appChanged);
        connect(daemon, &Daemon::appGone, this, &Apps::appGone);
    }
    emit daemonChanged();
}

void Apps::setSampling(Sampling *sampling)
{
    if (sampling == m_sampling)
        return;
    if (m_sampling)
        disconnect(m_sampling, nullptr, this, nullptr);
    m_sampling = sampling;
    if (sampling)
        connect(sampling, &Sampling::appsMeasured, this, &Apps::take);
    emit samplingChanged();
}

void Apps::stateChanged()
{
    if (m_daemon->state() != Daemon::Ready)
        clear();
}

void Apps::propertiesChanged()
{
    const QString focused = m_daemon->focused();
    if (focused == m_focused)
        return;
    m_focused = focused;
    if (!m_apps.empty())
        emit dataChanged(index(0), index(rowCount() - 1), {FocusedRole});
}

void Apps::appChanged(const QString &path, const QVariantMap &properties)
{
    const auto known = find(path);
    App app = known ? m_apps[static_cast<std::size_t>(*known)] : App{};
    const auto take = [&properties]<typename T>(T &member, const QString &name) {
        if (const auto value = properties.constFind(name); value != properties.cend())
            member = qvariant_cast<T>(*value);
    };
    const QString id_before = app.id;
    take(app.id, u"Id"_s);
    take(app.state, u"State"_s);
    take(app.reason, u"Reason"_s);
    take(app.rule, u"Rule"_s);
    take(app.holds, u"Holds"_s);
    take(app.boosted, u"Boosted"_s);
    take(app.windows, u"Windows"_s);
    if (const auto found = properties.constFind(u"Measurement"_s); found != properties.cend())
        app.measurement = qdbus_cast<QVariantMap>(*found);
    if (const auto units = properties.constFind(u"Units"_s); units != properties.cend())
        app.own_unit = !units->toStringList().isEmpty();
    if (app.id.isEmpty())
        return; // a change of an object that was never announced
    if (app.id != id_before) {
        const AppFace face = face_of(app.id);
        app.icon = face.icon;
        app.name = face.name;
    }
    if (const QString name = displayable_text(properties.value(u"Name"_s).toString());
        !name.isEmpty())
        app.name = name;
    if (known) {
        m_apps[static_cast<std::size_t>(*known)] = std::move(app);
        emit dataChanged(index(static_cast<int>(*known)), index(static_cast<int>(*known)));
    } else {
        app.path = path;
        beginInsertRows({}, rowCount(), rowCount());
        m_apps.push_back(std::move(app));
        endInsertRows();
    }
    countFrozen();
}

void Apps::appGone(const QString &path)
{
    const auto known = find(path);
    if (!known)
        return;
    beginRemoveRows({}, static_cast<int>(*known), static_cast<int>(*known));
    m_apps.erase(m_apps.begin() + *known);
    endRemoveRows();
    countFrozen();
}

void Apps::take(const HeadroomMeasures &measures)
{
    for (App &app : m_apps)
        app.measures = measures.value(app.id);
    if (!m_apps.empty()) {
        emit dataChanged(index(0), index(rowCount() - 1),
                         {MemoryRole, MemoryNeededRole, NeedMeasuredRole, LastNeedRole,
                          LastNeedDayRole, SwapRole, StallMemoryRole, StallCpuRole, StallIoRole,
                          StalledRole, StalledForRole, HurtRankRole});
    }
    emit measured();
}

void Apps::clear()
{
    beginResetModel();
    m_apps.clear();
    m_focused.clear();
    endResetModel();
    countFrozen();
}

void Apps::countFrozen()
{
    const auto count = static_cast<int>(std::ranges::count_if(m_apps, [](const App &app) {
        return app.state == "frozen"_L1 || app.state == "freezing"_L1;
    }));
    if (count == m_frozen)
        return;
    m_frozen = count;
    emit frozenChanged();
}

std::optional<qsizetype> Apps::find(const QString &path) const
{
    const auto found = std::ranges::find(m_apps, path, &App::path);
    return found == m_apps.end() ? std::nullopt
                                 : std::optional{static_cast<qsizetype>(found - m_apps.begin())};
}

} // namespace headroom::client
