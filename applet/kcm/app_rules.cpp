// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "app_rules.h"

#include "app_face.h"

#include <KConfigGroup>
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace headroom::kcm {

namespace {

constexpr auto prefix = "App-"_L1;
constexpr auto usual = "normal"_L1;

KConfigGroup group_of(const KSharedConfig::Ptr &config, const QString &app)
{
    return config->group(prefix + app);
}

bool is_rule(const QString &word)
{
    return word == "never"_L1 || word == "eager"_L1 || word == "foreground"_L1 || word == usual;
}

} // namespace

AppRules::AppRules(KSharedConfig::Ptr config, QObject *parent)
    : QAbstractListModel(parent), m_config(std::move(config))
{
}

int AppRules::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QHash<int, QByteArray> AppRules::roleNames() const
{
    return {{AppIdRole, "appId"}, {NameRole, "name"},           {IconNameRole, "iconName"},
            {RuleRole, "rule"},   {InstalledRole, "installed"}, {FixedRole, "fixed"}};
}

QVariant AppRules::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case AppIdRole: return row.app;
    case Qt::DisplayRole:
    case NameRole: return client::face_of(row.app).name;
    case IconNameRole: return client::face_of(row.app).icon;
    case RuleRole: return row.rule;
    case InstalledRole: return client::face_of(row.app).installed;
    case FixedRole: return row.fixed;
    default: return {};
    }
}

bool AppRules::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != RuleRole || !checkIndex(index, CheckIndexOption::IndexIsValid)
        || !is_rule(value.toString()))
        return false;
    Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (row.fixed || row.rule == value.toString())
        return false;
    row.rule = value.toString();
    emit dataChanged(index, index, {RuleRole});
    emit edited();
    return true;
}

bool AppRules::fixed() const
{
    return m_config->isImmutable();
}

void AppRules::add(const QString &app)
{
    // What a file marks as immutable could not be saved.
    if (app.isEmpty() || find(app) >= 0 || group_of(m_config, app).isEntryImmutable(u"Rule"_s))
        return;
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.push_back({app, u"never"_s, false});
    endInsertRows();
    emit edited();
}

void AppRules::setRule(int row, const QString &rule)
{
    setData(index(row), rule, RuleRole);
}

void AppRules::remove(int row)
{
    if (row < 0 || row >= rowCount() || m_rows[static_cast<std::size_t>(row)].fixed)
        return;
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    emit edited();
}

void AppRules::load()
{
    m_config->setReadDefaults(true);
    m_defaults = read();
    m_config->setReadDefaults(false);
    m_saved = read();
    show(m_saved);
}

/// Writes only what the user has changed and no file marks as immutable. An app that is no longer
/// listed has no rule of its own, or "normal" if a system file gives it another rule.
void AppRules::save()
{
    const Rules now = chosen();
    QStringList apps = now.keys() + m_saved.keys();
    apps.removeDuplicates();
    for (const QString &app : std::as_const(apps)) {
        auto group = group_of(m_config, app);
        if (now.value(app) == m_saved.value(app) || group.isEntryImmutable(u"Rule"_s))
            continue;
        const QString below = m_defaults.value(app);
        const QString rule = now.value(app, below.isEmpty() ? below : QString{usual});
        if (rule == below)
            group.revertToDefault("Rule", KConfig::Notify);
        else
            group.writeEntry("Rule", rule, KConfig::Notify);
    }
    m_config->sync();
    m_saved = now;
}

void AppRules::setDefaults()
{
    show(m_defaults);
    emit edited();
}

bool AppRules::isSaveNeeded() const
{
    return chosen() != m_saved;
}

bool AppRules::isDefaults() const
{
    return chosen() == m_defaults;
}

int AppRules::find(const QString &app) const
{
    const auto found = std::ranges::find(m_rows, app, &Row::app);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

AppRules::Rules AppRules::chosen() const
{
    Rules rules;
    for (const Row &row : m_rows)
        rules.insert(row.app, row.rule);
    return withoutNeedless(std::move(rules));
}

AppRules::Rules AppRules::read() const
{
    Rules rules;
    for (const QString &group : m_config->groupList()) {
        if (!group.startsWith(prefix))
            continue;
        // A rule with an unknown word is ignored, as the daemon ignores it, but stays in the file.
        const QString rule = m_config->group(group).readEntry("Rule", QString{}).toLower();
        if (is_rule(rule))
            rules.insert(group.mid(prefix.size()), rule);
    }
    return withoutNeedless(std::move(rules));
}

/// Without a pattern that gives another rule, "normal" has no effect.
AppRules::Rules AppRules::withoutNeedless(Rules rules)
{
    for (const auto &[app, rule] : std::as_const(rules).asKeyValueRange()) {
        if (app.contains(u'*') && rule != usual)
            return rules;
    }
    rules.removeIf(
        [](const std::pair<const QString &, QString &> &each) { return each.second == usual; });
    return rules;
}

void AppRules::show(const Rules &rules)
{
    beginResetModel();
    m_rows.clear();
    for (const auto &[app, rule] : rules.asKeyValueRange())
        m_rows.push_back({app, rule, group_of(m_config, app).isEntryImmutable(u"Rule"_s)});
    endResetModel();
}

} // namespace headroom::kcm
