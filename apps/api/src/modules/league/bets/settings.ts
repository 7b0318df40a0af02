import type { Limits } from '@nare/bets/ticket/accept'
import type { Money } from '@nare/money/money'
import { setting, shillings, shillingsTo, whole, type Values } from '#modules/settings/settings'

const league = { group: 'league', weakens: 'up' } as const

/** The settings of league bets. */
export const leagueSettings = {
  stakeMin: setting({
    ...league,
    weakens: 'down',
    key: 'league.stake_min',
    name: 'Lowest stake',
    about: 'The lowest stake of a league slip. The law may set one.',
    kind: shillings({ least: 1, most: 1_000 }),
    defaultOf: ({ country }) => country.league.minStake,
  }),
  legsMax: setting({
    ...league,
    key: 'league.legs_max',
    name: 'Picks of a slip',
    about: 'The most picks of a league slip.',
    kind: whole({ least: 1, most: 20, unit: 'picks' }),
    defaultOf: ({ country }) => country.league.maxLegs,
  }),
  systemLegsMax: setting({
    ...league,
    key: 'league.system_legs_max',
    name: 'Picks of a system',
    about: 'The most picks of a league system.',
    kind: whole({ least: 2, most: 12, unit: 'picks' }),
    defaultOf: ({ country }) => country.league.maxSystemLegs,
  }),
  stakeMax: setting({
    ...league,
    key: 'league.stake_max',
    name: 'Highest stake',
    about: 'The highest stake of a league slip.',
    kind: shillingsTo(1_000_000),
    defaultOf: ({ country }) => country.league.maxStake,
  }),
  payoutMax: setting({
    ...league,
    key: 'league.payout_max',
    name: 'Highest payout',
    about: 'The most that a league slip may pay. A bet keeps the one that it was placed with.',
    kind: shillingsTo(50_000_000),
    defaultOf: ({ country }) => country.league.maxPayout,
  }),
  liabilityMax: setting({
    ...league,
    key: 'league.liability_max',
    name: 'Liability of an outcome',
    about: 'The most that the house may lose on one outcome of a league match.',
    kind: shillingsTo(200_000_000),
    defaultOf: ({ country }) => country.league.maxLiability,
  }),
}

/** The limits of league bets by these values. */
export const leagueRules = (values: Values): { limits: Limits; liabilityMax: Money } => ({
  limits: {
    minStake: values(leagueSettings.stakeMin),
    maxStake: values(leagueSettings.stakeMax),
    maxPayout: values(leagueSettings.payoutMax),
    maxLegs: values(leagueSettings.legsMax),
    maxSystemLegs: values(leagueSettings.systemLegsMax),
  },
  liabilityMax: values(leagueSettings.liabilityMax),
})
