import type { Country } from '#country/country'
import { setting, shillings, whole, type Values } from '#modules/settings/settings'

const jackpots = { group: 'jackpots', weakens: 'up' } as const

/**
 * The settings of jackpots. A pool keeps those that it was created with; its prizes, shares and guarantee are terms of the pool itself, which
 * another person opens.
 */
export const jackpotSettings = {
  doubles: setting({
    ...jackpots,
    key: 'jackpots.doubles_max',
    name: 'Doubles of a ticket',
    about: 'The most matches of a ticket with two outcomes, for new pools.',
    kind: whole({ least: 0, most: 20, unit: 'doubles' }),
    defaultOf: ({ country }) => country.jackpot.maxDoubles,
  }),
  triples: setting({
    ...jackpots,
    key: 'jackpots.triples_max',
    name: 'Triples of a ticket',
    about: 'The most matches of a ticket with all three outcomes, for new pools.',
    kind: whole({ least: 0, most: 20, unit: 'triples' }),
    defaultOf: ({ country }) => country.jackpot.maxTriples,
  }),
  lines: setting({
    ...jackpots,
    key: 'jackpots.lines_max',
    name: 'Lines of a ticket',
    about: 'The most lines of a ticket, for new pools.',
    kind: whole({ least: 1, most: 4_096, unit: 'lines' }),
    defaultOf: ({ country }) => country.jackpot.maxLines,
  }),
  linePrice: setting({
    ...jackpots,
    key: 'jackpots.line_max',
    name: 'Price of a line',
    about: 'The highest price of a line of a new pool.',
    kind: shillings({ least: 1, most: 100_000 }),
    defaultOf: ({ country }) => country.jackpot.maxLine,
  }),
  stakeMax: setting({
    ...jackpots,
    key: 'jackpots.stake_max',
    name: 'Highest stake',
    about: 'The highest stake of a ticket.',
    kind: shillings({ least: 1, most: 1_000_000 }),
    defaultOf: ({ country }) => country.jackpot.maxStake,
  }),
}

/** The limits of jackpots by these values. */
export const jackpotRules = (values: Values): Country['jackpot'] => ({
  maxDoubles: values(jackpotSettings.doubles),
  maxTriples: values(jackpotSettings.triples),
  maxLines: values(jackpotSettings.lines),
  maxLine: values(jackpotSettings.linePrice),
  maxStake: values(jackpotSettings.stakeMax),
})
