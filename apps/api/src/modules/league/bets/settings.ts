import type { Limits } from '@nare/bets/accept'
import type { Money } from '@nare/money/money'
import type { Country } from '#country/country'
import { setting, shillingsTo, type Values } from '#modules/settings/settings'

const league = { group: 'league', weakens: 'up' } as const

/** The settings of league bets. */
export const leagueSettings = {
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
export const leagueRules = (values: Values, { league: of }: Country): { limits: Limits; liabilityMax: Money } => ({
  limits: { ...of, maxStake: values(leagueSettings.stakeMax), maxPayout: values(leagueSettings.payoutMax) },
  liabilityMax: values(leagueSettings.liabilityMax),
})
