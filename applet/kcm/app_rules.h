// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <KSharedConfig>
#include <QAbstractListModel>
#include <QMap>
#include <vector>

namespace headroom::kcm {

/// The rules for single apps: the groups [App-ID] of headroomrc, each with a Rule. The schema can't
/// list them. The model has the apps whose rule is not "normal", and those added on the page. It
/// also has those with their own "normal" if there is a pattern for many apps, such as steam_app_*,
/// because only that exempts an app from a pattern.
class AppRules : public QAbstractListModel {
    Q_OBJECT
    Q_PROPERTY(bool fixed READ fixed CONSTANT FINAL)

public:
    enum Role {
        AppIdRole = Qt::UserRole + 1,
        NameRole,
        IconNameRole,
        RuleRole,
        InstalledRole,
        FixedRole
    };

    explicit AppRules(KSharedConfig::Ptr config, QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    /// Whether no rule can be added, because a configuration file marks itself as immutable.
    [[nodiscard]] bool fixed() const;

    /// Adds the app with the rule "never", the most wanted one; does nothing if it is listed.
    Q_INVOKABLE void add(const QString &app);
    /// RULE is "never", "normal", "eager" or "foreground".
    Q_INVOKABLE void setRule(int row, const QString &rule);
    Q_INVOKABLE void remove(int row); ///< back to "normal", or to a pattern's rule
    Q_INVOKABLE bool contains(const QString &app) const { return find(app) >= 0; }

    void load();
    void save();
    void setDefaults();
    [[nodiscard]] bool isSaveNeeded() const;
    [[nodiscard]] bool isDefaults() const;

signals:
    void edited();

private:
    struct Row {
        QString app;
        QString rule;
        bool fixed = false; ///< a configuration file marks it as immutable
    };
    using Rules = QMap<QString, QString>; ///< app id → rule, without those that are needless

    [[nodiscard]] static Rules withoutNeedless(Rules rules);
    [[nodiscard]] int find(const QString &app) const;
    [[nodiscard]] Rules chosen() const;
    [[nodiscard]] Rules read() const;
    void show(const Rules &rules);

    KSharedConfig::Ptr m_config;
    std::vector<Row> m_rows;
    Rules m_saved;
    Rules m_defaults; ///< the rules without those of the user's file
};

} // namespace headroom::kcm
