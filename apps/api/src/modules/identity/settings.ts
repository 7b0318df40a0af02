import {
  identityBeforeOn,
  identitySteps,
  leastAgeOn,
  type AgeRule,
  type IdentityRule,
  type IdentityStep,
} from '#country/country'
import { choices, days, setting, tables, texts, whole, type Values } from '#modules/settings/settings'

/** The version of the terms until somebody sets one. */
const firstTerms = '2026-11-01'

const eachDayOnce = (rules: readonly { readonly from: string }[]): string | undefined =>
  new Set(rules.map(({ from }) => from)).size < rules.length ? 'Name each day once' : undefined

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
      ...{ rowsMax: 20, rule: eachDayOnce },
    }),
    defaultOf: ({ country }) => country.identityBefore,
  }),
  leastAge: setting<readonly AgeRule[]>({
    group: 'identity',
    weakens: 'always',
    key: 'identity.least_age',
    name: 'Least age',
    about:
      'From which age on a person may have an account, by the day from which each rule holds. It counts where a birthday is given at the sign-up and where an identity is confirmed; identities that were confirmed before stay so.',
    kind: tables<AgeRule>({
      columns: {
        from: { head: 'From', kind: days },
        years: { head: 'Age', kind: whole({ least: 18, most: 30, unit: 'years' }) },
      },
      ...{ rowsMin: 1, rowsMax: 20, rule: eachDayOnce },
    }),
    defaultOf: ({ country }) => country.leastAges,
  }),
}

/** The step before which an identity is confirmed now. */
export const identityBefore = (values: Values, timeZone: string, at: Date): IdentityStep =>
  identityBeforeOn(values(identitySettings.before), timeZone, at)

/** The least age of a bettor now. */
export const leastAge = (values: Values, timeZone: string, at: Date): number =>
  leastAgeOn(values(identitySettings.leastAge), timeZone, at)

/** The rules of accounts at one moment. */
export type IdentityRules = { readonly termsVersion: string; readonly sessionDays: number }

export const identityRules = (values: Values): IdentityRules => ({
  termsVersion: values(identitySettings.termsVersion),
  sessionDays: values(identitySettings.sessionDays),
})
