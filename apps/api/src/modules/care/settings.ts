import { money } from '@nare/money/money'
import { setting, shillings, whole } from '#modules/settings/settings'

const group = { group: 'protection', weakens: 'up' } as const
const counts = (unit: string, most = 1_000) => whole({ least: 1, most, unit })

/** When a marker of harm is raised. A higher number raises fewer, so that a second person confirms it. */
export const careSettings = {
  chasing: setting({
    ...group,
    key: 'care.chasing',
    name: 'Raised stakes in a day',
    about: 'So many stakes of a day that are at least half as high again as the one before, without a return between.',
    kind: counts('stakes'),
    defaultOf: () => 8,
  }),
  nightPlay: setting({
    ...group,
    key: 'care.night_play',
    name: 'Stakes at night',
    about: 'So many stakes between midnight and five in the morning of a day.',
    kind: counts('stakes'),
    defaultOf: () => 20,
  }),
  limitHits: setting({
    ...group,
    key: 'care.limit_hits',
    name: 'Refused by own limits',
    about: 'So many stakes and deposits of a day that a limit or a break of the bettor refused.',
    kind: counts('times'),
    defaultOf: () => 3,
  }),
  depositsAfterLosses: setting({
    ...group,
    key: 'care.deposits_after_losses',
    name: 'Deposits after losses',
    about: 'So many deposits of a day within an hour after a stake, while the day is a loss.',
    kind: counts('deposits'),
    defaultOf: () => 3,
  }),
  manyDeposits: setting({
    ...group,
    key: 'care.many_deposits',
    name: 'Deposits in a day',
    about: 'So many deposits of a day.',
    kind: counts('deposits'),
    defaultOf: () => 6,
  }),
  failedDeposits: setting({
    ...group,
    key: 'care.failed_deposits',
    name: 'Failed deposits',
    about: 'So many failed deposits within 24 hours.',
    kind: counts('deposits'),
    defaultOf: () => 5,
  }),
  risingPercent: setting({
    ...group,
    key: 'care.rising_percent',
    name: 'Steep rise',
    about: 'Stakes or deposits of seven days in percent of the average of the four weeks before.',
    kind: whole({ least: 101, most: 10_000, unit: '%' }),
    defaultOf: () => 300,
  }),
  risingLeast: setting({
    ...group,
    key: 'care.rising_least',
    name: 'Least amount of a steep rise',
    about: 'Stakes or deposits of seven days below this amount raise no marker.',
    kind: shillings({ least: 1, most: 10_000_000 }),
    defaultOf: ({ country }) => money(2_000_000n * BigInt(country.amountScale)),
  }),
  limitsRaised: setting({
    ...group,
    key: 'care.limits_raised',
    name: 'Limits raised',
    about: 'So many own limits raised or removed within 30 days, once they have come into force.',
    kind: counts('limits'),
    defaultOf: () => 2,
  }),
  afterExclusionDays: setting({
    group: 'protection',
    weakens: 'down',
    key: 'care.after_exclusion_days',
    name: 'Play after an exclusion',
    about: 'Deposits and stakes within so many days after the end of an exclusion.',
    kind: whole({ least: 0, most: 365, unit: 'days' }),
    defaultOf: () => 30,
  }),
  quietDays: setting({
    ...group,
    key: 'care.quiet_days',
    name: 'Quiet after a closed marker',
    about: 'For so many days the same rule raises no marker for the bettor.',
    kind: whole({ least: 0, most: 90, unit: 'days' }),
    defaultOf: () => 7,
  }),
}
