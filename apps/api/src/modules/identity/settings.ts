import { identityBeforeOn, identitySteps, type IdentityRule, type IdentityStep } from '#country/country'
import { choices, days, setting, tables, texts, whole, type Values } from '#modules/settings/settings'

/** The version of the terms until somebody sets one. */
const firstTerms = '2026-11-01'

/** The settings of accounts. */
export const identitySettings = {
  termsVersion: setting({
    group: 'house',
    weakens: 'never',
    key: 'house.terms_version',
    name: 'Version of the terms',
    about:
      'The version of the terms that new accounts accept, on every page that names it. Accounts keep the one that they accepted.',
    kind: texts({ longest: 20, form: /^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$/, example: 'a version like 2026-11-01' }),
    defaultOf: () => firstTerms,
  }),
  sessionDays: setting({
    group: 'identity',
    weakens: 'up',
    key: 'identity.session_days',
    name: 'Days of a session',
    about: 'For how many days a bettor stays logged in. Sessions that are open keep their end.',
    kind: whole({ least: 1, most: 90, unit: 'days' }),
    defaultOf: () => 30,
  }),
  before: setting<readonly IdentityRule[]>({
    group: 'identity',
    weakens: 'always',
    key: 'identity.before',
    name: 'Identity before',
    about:
      'Before which step an identity is confirmed, by the day from which each rule holds. Before the deposit: nobody unknown deposits, and accounts opened from that day on do not bet. Before the sign-up: nor do they withdraw. Before the withdrawal: by its own limits.',
    kind: tables<IdentityRule>({
      columns: {
        from: { head: 'From', kind: days },
        before: { head: 'Before', kind: choices(identitySteps) },
      },
      rowsMax: 20,
      rule: (rules) => (new Set(rules.map(({ from }) => from)).size < rules.length ? 'Name each day once' : undefined),
    }),
    defaultOf: ({ country }) => country.identityBefore,
  }),
}

/** The step before which an identity is confirmed now. */
export const identityBefore = (values: Values, timeZone: string, at: Date): IdentityStep =>
  identityBeforeOn(values(identitySettings.before), timeZone, at)

/** The rules of accounts at one moment. */
export type IdentityRules = { readonly termsVersion: string; readonly sessionDays: number }

export const identityRules = (values: Values): IdentityRules => ({
  termsVersion: values(identitySettings.termsVersion),
  sessionDays: values(identitySettings.sessionDays),
})
