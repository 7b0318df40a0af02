import { money, price, type Money, type Price } from '@nare/money/money'
import { onOff, prices, setting, shillingsTo, whole, type Values } from '#modules/settings/settings'

const alerts = { group: 'alerts', weakens: 'never' } as const

/** The rules of the traders' alerts. */
export const alertSettings = {
  on: setting({
    ...alerts,
    key: 'alerts.on',
    name: 'Alerts',
    about: 'Whether traders get alerts.',
    kind: onOff,
    defaultOf: () => true,
  }),
  minutes: setting({
    ...alerts,
    key: 'alerts.minutes',
    name: 'Minutes',
    about: 'The minutes in which stakes, liability and accounts are counted. A closed alert stays quiet as long.',
    kind: whole({ least: 1, most: 60, unit: 'minutes' }),
    defaultOf: () => 10,
  }),
  stake: setting({
    ...alerts,
    key: 'alerts.stake',
    name: 'Stakes on an outcome',
    about: 'Higher stakes on one outcome in these minutes raise an alert; a multi counts its part.',
    kind: shillingsTo(1_000_000_000),
    defaultOf: ({ country }) => country.maxStake,
  }),
  liability: setting({
    ...alerts,
    key: 'alerts.liability',
    name: 'Liability of an outcome',
    about: 'A higher liability that is added to one outcome in these minutes raises an alert.',
    kind: shillingsTo(1_000_000_000),
    defaultOf: ({ country }) => money(country.maxLiability / 10n),
  }),
  accounts: setting({
    ...alerts,
    key: 'alerts.accounts',
    name: 'Accounts on a rare outcome',
    about: 'So many accounts on one rare outcome in these minutes raise an alert.',
    kind: whole({ least: 2, most: 100_000, unit: 'accounts' }),
    defaultOf: () => 20,
  }),
  rareOdds: setting({
    ...alerts,
    key: 'alerts.rare_odds',
    name: 'Odds of a rare outcome',
    about: 'An outcome is rare at these odds and above.',
    kind: prices({ least: price(1500n), most: price(100_000n) }),
    defaultOf: () => price(8000n),
  }),
  eventSeconds: setting({
    ...alerts,
    key: 'alerts.event_s',
    name: 'Seconds before an event',
    about: 'Bets in play that were placed at most so long before a goal, penalty or red card are counted.',
    kind: whole({ least: 1, most: 120, unit: 's' }),
    defaultOf: () => 15,
  }),
  eventStake: setting({
    ...alerts,
    key: 'alerts.event_stake',
    name: 'Stakes before an event',
    about: 'Higher stakes on one outcome in the seconds before an event raise an alert.',
    kind: shillingsTo(1_000_000_000),
    defaultOf: ({ country }) => money(country.maxStake / 10n),
  }),
  silentSeconds: setting({
    ...alerts,
    key: 'alerts.silent_s',
    name: 'Silent feed',
    about: 'A feed of a match with open bets that is silent for longer raises an alert.',
    kind: whole({ least: 5, most: 86_400, unit: 's' }),
    defaultOf: () => 60,
  }),
  days: setting({
    ...alerts,
    key: 'alerts.kept_days',
    name: 'Days of closed alerts',
    about: 'For how many days closed alerts are kept.',
    kind: whole({ least: 30, most: 3_650, unit: 'days' }),
    defaultOf: ({ country }) => country.traderRecordDays,
  }),
}

/** The rules of alerts at one moment. */
export type AlertRules = {
  readonly on: boolean
  readonly windowS: number
  readonly stake: Money
  readonly liability: Money
  readonly accounts: number
  readonly rareOdds: Price
  readonly eventS: number
  readonly eventStake: Money
  readonly silentS: number
}

export const alertRules = (values: Values): AlertRules => ({
  on: values(alertSettings.on),
  windowS: values(alertSettings.minutes) * 60,
  stake: values(alertSettings.stake),
  liability: values(alertSettings.liability),
  accounts: values(alertSettings.accounts),
  rareOdds: values(alertSettings.rareOdds),
  eventS: values(alertSettings.eventSeconds),
  eventStake: values(alertSettings.eventStake),
  silentS: values(alertSettings.silentSeconds),
})
