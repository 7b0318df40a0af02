import type { Country } from '#country/country'
import { setting, shillings, shillingsTo, whole, type Values } from '#modules/settings/settings'

const games = { group: 'games', weakens: 'up' } as const

/**
 * The settings of the own games. The returns of the games and what each outcome pays belong to their published mathematics and are no
 * settings; operators narrow these limits for a game of their own.
 */
export const gameSettings = {
  stakeMin: setting({
    ...games,
    weakens: 'down',
    key: 'games.stake_min',
    name: 'Lowest stake',
    about: 'The lowest stake of a round, where no game has its own.',
    kind: shillings({ least: 1, most: 1_000 }),
    defaultOf: ({ country }) => country.games.minStake,
  }),
  stakeMax: setting({
    ...games,
    key: 'games.stake_max',
    name: 'Highest stake',
    about: 'The highest stake of a round, where no game has its own.',
    kind: shillings({ least: 1, most: 1_000_000 }),
    defaultOf: ({ country }) => country.games.maxStake,
  }),
  winMax: setting({
    ...games,
    key: 'games.win_max',
    name: 'Largest win',
    about: 'The most that a round may pay. A round keeps the one that it was placed with.',
    kind: shillings({ least: 1, most: 50_000_000 }),
    defaultOf: ({ country }) => country.games.maxWin,
  }),
  bankroll: setting({
    ...games,
    key: 'games.bankroll',
    name: 'Bankroll',
    about:
      'The money behind the games. By Kelly’s criterion a round may win its game’s edge of it, times the part below.',
    kind: shillingsTo(10_000_000_000),
    defaultOf: ({ country }) => country.games.bankroll,
  }),
  kellyPercent: setting({
    ...games,
    key: 'games.kelly_percent',
    name: 'Part of Kelly’s bound',
    about: 'How much of the loss that Kelly’s criterion allows in one round the house takes.',
    kind: whole({ least: 1, most: 100, unit: '%' }),
    defaultOf: ({ country }) => country.games.kellyPercent,
  }),
  automaticRounds: setting({
    ...games,
    key: 'games.automatic_rounds',
    name: 'Rounds of automatic play',
    about: 'The most rounds that the app plays by itself after one press, in games without moves. 0 switches it off.',
    kind: whole({ least: 0, most: 20, unit: 'rounds' }),
    defaultOf: ({ country }) => country.games.automaticRounds,
  }),
}

/** The limits of the own games by these values. */
export const gameRules = (values: Values): Country['games'] => ({
  minStake: values(gameSettings.stakeMin),
  maxStake: values(gameSettings.stakeMax),
  maxWin: values(gameSettings.winMax),
  bankroll: values(gameSettings.bankroll),
  kellyPercent: values(gameSettings.kellyPercent),
  automaticRounds: values(gameSettings.automaticRounds),
})
