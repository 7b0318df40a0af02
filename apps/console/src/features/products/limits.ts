import type { operatorGames } from '@nare/contract/operator-games'
import type { Answer } from '@nare/contract/route'

/** A game with its limits and its pause. */
export type GameRow = Answer<typeof operatorGames.games>['data'][number]

/** The limits of a game as they are typed. */
export type Limits = { readonly min_stake: string; readonly max_stake: string; readonly max_win: string }

/** What is sent of typed limits: an empty one is left out, commas and spaces count nothing; undefined if one is no amount. */
export function changedLimits(typed: Limits): Partial<Limits> | undefined {
  const given = Object.entries(typed).flatMap(([key, text]): [string, string][] => {
    const amount = text.replaceAll(/[\s,]/g, '')
    return amount === '' ? [] : [[key, amount]]
  })
  return given.every(([, amount]) => /^\d{1,12}(\.\d{1,2})?$/.test(amount)) ? Object.fromEntries(given) : undefined
}
