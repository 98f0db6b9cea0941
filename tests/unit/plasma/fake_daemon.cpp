// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "fake_daemon.h"

#include "headroom_qt_types.h"

#include <QDBusError>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

using Interfaces = QMap<QString, QVariantMap>;
using Objects = QMap<QDBusObjectPath, Interfaces>;

namespace {

const auto bus_name = u"org.headroomd.Headroom1"_s;
const auto root_path = u"/org/headroomd/Headroom1"_s;
const auto manager = u"org.headroomd.Headroom1.Manager"_s;
const auto app_interface = u"org.headroomd.Headroom1.App"_s;
constexpr std::array capabilities{"adopt",    "cpu-weight",    "freeze", "io-weight",
                                  "pressure", "record-frozen", "windows"};

HeadroomCulprit culprit_of(const QVariantMap &named)
{
    return {.app = named.value(u"app"_s).toString(),
            .sentence = named.value(u"sentence"_s).toString(),
            .resource = named.value(u"resource"_s).toString(),
            .shortage = named.value(u"shortage"_s).toString(),
            .paused = named.value(u"paused"_s).toBool()};
}

QString path_of(int app)
{
    return root_path + u"/apps/_%1"_s.arg(app);
}

/// QML has one type of number, D-Bus has several.
QVariantMap figures(const QVariantMap &measures)
{
    constexpr std::array texts{"worst-pressure"_L1, "memory-needed-last-day"_L1, "sentence"_L1};
    QVariantMap result;
    for (const auto &[name, value] : measures.asKeyValueRange()) {
        const bool is_text =
            std::ranges::any_of(texts, [&name](QLatin1StringView text) { return name == text; });
        result.insert(name,
                      name.startsWith("pressure-"_L1) ? QVariant{value.toDouble()}
                          : is_text                   ? QVariant{value.toString()}
                          : name == "under-way"_L1    ? QVariant{value.toBool()}
                          : name == "hurt-rank"_L1    ? QVariant{value.toUInt()}
                                                      : QVariant{value.toULongLong()});
    }
    return result;
}

QVariantMap typed(const QVariantMap &app)
{
    QVariantMap all{{u"Name"_s, app.value(u"Id"_s)},
                    {u"Units"_s, QStringList{u"app-x@1.service"_s}},
                    {u"State"_s, u"running"_s},
                    {u"Rule"_s, u"normal"_s},
                    {u"Boosted"_s, false},
                    {u"Napped"_s, false},
                    {u"Frozen"_s, false},
                    {u"Holds"_s, QStringList{}},
                    {u"Windows"_s, 1U},
                    {u"Streams"_s, 4294967295U},
                    {u"Reason"_s, QString{}}};
    for (const auto &[name, value] : app.asKeyValueRange())
        all.insert(name,
                   name == "Windows"_L1           ? QVariant{value.toUInt()}
                       : name == "Units"_L1       ? QVariant{value.toStringList()}
                       : name == "Measurement"_L1 ? QVariant{figures(value.toMap())}
                                                  : value);
    return all;
}

QVariantMap only(const QVariantMap &all, const QVariantMap &names)
{
    QVariantMap some;
    for (const auto &[name, value] : names.asKeyValueRange())
        some.insert(name, all.value(name));
    return some;
}

} // namespace

FakeDaemon::FakeDaemon(QObject *parent)
    : QDBusVirtualObject(parent),
      m_bus(QDBusConnection::connectToBus(QDBusConnection::SessionBus, u"fake"_s))
{
    qDBusRegisterMetaType<HeadroomCapability>();
    qDBusRegisterMetaType<HeadroomCapabilities>();
    qDBusRegisterMetaType<HeadroomCulprit>();
    qDBusRegisterMetaType<HeadroomMeasures>();
    qDBusRegisterMetaType<QMap<QString, double>>();
    qDBusRegisterMetaType<HeadroomMachineMeasures>();
    qDBusRegisterMetaType<HeadroomSettings>();
    qDBusRegisterMetaType<HeadroomHistoryEntry>();
    qDBusRegisterMetaType<HeadroomHistory>();
    qDBusRegisterMetaType<Interfaces>();
    qDBusRegisterMetaType<Objects>();
    m_bus.registerVirtualObject(root_path, this, QDBusConnection::SubPath);
    reset();
}

QString FakeDaemon::version()
{
    return u"" HEADROOM_VERSION ""_s;
}

void FakeDaemon::reset()
{
    vanish();
    m_properties = {{u"Version"_s, version()},
                    {u"Level"_s, u"calm"_s},
                    {u"Focused"_s, QString{}},
                    {u"WindowSource"_s, u"kwin"_s}};
    m_missing.clear();
    m_apps.clear();
    m_measures.clear();
    m_machine.clear();
    m_history.clear();
    m_refusals.clear();
    m_late.clear();
    m_calls.clear();
    m_held.clear();
    m_holds = false;
}

void FakeDaemon::appear()
{
    m_bus.registerService(bus_name);
}

void FakeDaemon::vanish()
{
    m_bus.unregisterService(bus_name);
}

void FakeDaemon::holdAnswers(bool held)
{
    m_holds = held;
    if (held)
        return;
    for (const QDBusMessage &call : std::exchange(m_held, {}))
        m_bus.send(call.createReply(answer(call)));
}

void FakeDaemon::change(const QVariantMap &properties)
{
    m_properties.insert(properties);
    signal(root_path, u"org.freedesktop.DBus.Properties"_s, u"PropertiesChanged"_s,
           {manager, only(managerProperties(), properties), QStringList{}});
}

void FakeDaemon::changeApp(int app, const QVariantMap &properties)
{
    QVariantMap known = m_apps.value(app).toMap();
    known.insert(properties);
    m_apps[app] = known;
    signal(path_of(app), u"org.freedesktop.DBus.Properties"_s, u"PropertiesChanged"_s,
           {app_interface, only(typed(properties), properties), QStringList{}});
}

void FakeDaemon::addApp(const QVariantMap &app)
{
    const int number = static_cast<int>(m_apps.size());
    m_apps.append(app);
    signal(root_path, u"org.freedesktop.DBus.ObjectManager"_s, u"InterfacesAdded"_s,
           {QVariant::fromValue(QDBusObjectPath{path_of(number)}),
            QVariant::fromValue(Interfaces{{app_interface, typed(app)}})});
}

void FakeDaemon::removeApp(int app)
{
    m_apps[app] = QVariant{};
    signal(root_path, u"org.freedesktop.DBus.ObjectManager"_s, u"InterfacesRemoved"_s,
           {QVariant::fromValue(QDBusObjectPath{path_of(app)}), QStringList{app_interface}});
}

void FakeDaemon::act(const QString &action, const QString &app, const QString &reason, bool news)
{
    m_history.append(QVariantMap{
        {u"action"_s, action}, {u"app"_s, app}, {u"reason"_s, reason}, {u"news"_s, news}});
    signal(root_path, manager, u"Acted"_s, {action, app, QString{}, reason, news});
}

void FakeDaemon::signal(const QString &path, const QString &interface, const QString &name,
                        const QVariantList &arguments) const
{
    auto message = QDBusMessage::createSignal(path, interface, name);
    message.setArguments(arguments);
    m_bus.send(message);
}

QString FakeDaemon::introspect(const QString & /*path*/) const
{
    return {};
}

bool FakeDaemon::handleMessage(const QDBusMessage &message, const QDBusConnection & /*connection*/)
{
    QStringList words{message.member()};
    for (const QVariant &argument : message.arguments()) {
        if (argument.typeId() == QMetaType::QString
            || (argument.typeId() == QMetaType::ULongLong && message.member() == "DisableFor"_L1))
            words.append(argument.toString());
    }
    m_calls.append(words.join(u' '));
    if (const auto refusal = m_refusals.constFind(message.member()); refusal != m_refusals.cend())
        m_bus.send(message.createErrorReply(u"org.headroomd.Headroom1.Error.Refused"_s,
                                            refusal->toString()));
    else if (m_late.removeOne(message.member()))
        m_bus.send(message.createErrorReply(QDBusError::NoReply, u"No answer in time"_s));
    else if (m_holds)
        m_held.append(message);
    else
        m_bus.send(message.createReply(answer(message)));
    return true;
}

QVariantMap FakeDaemon::managerProperties() const
{
    QVariantMap all = m_properties;
    HeadroomCapabilities able;
    for (const char *name : capabilities)
        able.insert(QString::fromLatin1(name), {true, u"It works."_s, {}});
    for (const auto &[name, why] : m_missing.asKeyValueRange())
        able.insert(name, {false, why.toString(), u"Do this."_s});
    if (!all.contains(u"Capabilities"_s))
        all.insert(u"Capabilities"_s, QVariant::fromValue(able));
    if (!all.contains(u"Settings"_s))
        all.insert(u"Settings"_s, QVariant::fromValue(HeadroomSettings{}));
    if (all.contains(u"Culprit"_s))
        all[u"Culprit"_s] = QVariant::fromValue(culprit_of(all.value(u"Culprit"_s).toMap()));
    if (all.contains(u"DisabledUntil"_s))
        all[u"DisabledUntil"_s] = all.value(u"DisabledUntil"_s).toULongLong();
    for (const QString &name : all.keys()) {
        if (!all.value(name).isValid() || all.value(name).isNull())
            all.remove(name); // null in QML means that this daemon lacks it
    }
    return all;
}

QVariantList FakeDaemon::answer(const QDBusMessage &call) const
{
    const QString method = call.member();
    if (method == "GetAll"_L1)
        return {managerProperties()};
    if (method == "ThawAll"_L1)
        return {static_cast<uint>(m_apps.size())};
    if (method == "GetManagedObjects"_L1) {
        Objects objects;
        for (int i = 0; i < m_apps.size(); ++i) {
            if (m_apps[i].isValid())
                objects.insert(QDBusObjectPath{path_of(i)},
                               {{app_interface, typed(m_apps[i].toMap())}});
        }
        return {QVariant::fromValue(objects)};
    }
    if (method == "Measure"_L1) {
        HeadroomMeasures measures;
        for (const auto &[app, of] : m_measures.asKeyValueRange())
            measures.insert(app, figures(of.toMap()));
        return {QVariant::fromValue(measures)};
    }
    if (method == "MeasureMachine"_L1) {
        HeadroomMachineMeasures measures;
        for (const auto &[resource, of] : m_machine.asKeyValueRange()) {
            for (const auto &[name, value] : of.toMap().asKeyValueRange())
                measures[resource].insert(name, value.toDouble());
        }
        return {QVariant::fromValue(measures)};
    }
    if (method == "History"_L1) {
        HeadroomHistory history;
        for (const QVariant &entry : m_history) {
            const QVariantMap act = entry.toMap();
            history.append({1'700'000'000'000'000,
                            act.value(u"action"_s).toString(),
                            act.value(u"app"_s).toString(),
                            {},
                            act.value(u"level"_s, u"calm"_s).toString(),
                            act.value(u"reason"_s).toString(),
                            act.value(u"news"_s, true).toBool()});
        }
        return {QVariant::fromValue(history)};
    }
    return {};
}
