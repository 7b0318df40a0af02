import { expect } from 'vitest'
import { betting } from '@nare/contract/betting'
import { matchOfGoals, type DrawnMatch } from '@nare/league/draw'
import type { TestApp } from './app.ts'
import type { Bet, SentPick, SentSlip } from './bets.ts'
import { ended, leaguePick, type LeagueRound, type TestLeague } from './league.ts'
import { referenceOf, type ReferenceResults } from './league-reference.ts'
import type { SeededBettor } from './seed.ts'

/** How a bet ended, in the shape of the reference implementation's answer. */
export const endOf = ({ state, returned, legs }: Bet) => ({ state, returned, legs: legs.map((leg) => leg.state) })

/** A result with these minutes of home and away goals. */
export const resultOf = (home: readonly number[], away: readonly number[]): DrawnMatch =>
  matchOfGoals(
    [
      ...home.map((minute) => ({ minute, side: 'home' as const })),
      ...away.map((minute) => ({ minute, side: 'away' as const })),
    ].toSorted((a, b) => a.minute - b.minute),
  )

/** Common steps of tests in which league bets are placed and settled. */
export function playOn(nare: TestApp, league: TestLeague) {
  const settle = (round: LeagueRound, drawn: ReadonlyMap<number, DrawnMatch>): Promise<void> =>
    nare.app.leagueBets.settleRound(ended(round, drawn))

  /** All league bets of these bettors as history shows them. */
  async function betsOf(bettors: readonly SeededBettor[]): Promise<Bet[]> {
    const bets: Bet[] = []
    for (const { token } of bettors) {
      for (let page = 1; ; page++) {
        const { body } = await nare.call(betting.bets, { product: 'league', page, limit: 100 }, token)
        bets.push(...body.data)
        if (page * 100 >= body.meta.total) break
      }
    }
    return bets
  }

  return {
    settle,
    betsOf,

    /** Locks and ends a round with these results, without settling its bets. */
    async end(round: LeagueRound, drawn: ReadonlyMap<number, DrawnMatch>): Promise<void> {
      await league.lock(round)
      await league.end(round, drawn)
    },

    /** Locks and ends a round with these results and settles its bets. */
    async play(round: LeagueRound, drawn: ReadonlyMap<number, DrawnMatch>): Promise<void> {
      await league.lock(round)
      await league.end(round, drawn)
      await settle(round, drawn)
    },

    /** Compares every bet of these bettors with the reference implementation, and returns them. */
    async expectTwins(bettors: readonly SeededBettor[], results: ReferenceResults): Promise<Bet[]> {
      const bets = await betsOf(bettors)
      for (const bet of bets) expect([bet, endOf(bet)]).toEqual([bet, referenceOf(bet, results)])
      return bets
    },

    /** Places this many slips on rounds at the same time, spread over the bettors; all are accepted. */
    async placeAll(bettors: readonly SeededBettor[], rounds: readonly LeagueRound[], count: number): Promise<void> {
      const placed = await Promise.all(
        slips(rounds, count).map(({ picks, given }, n) => {
          const stake = `${20 + (n % 9)}.${10 + (n % 80)}`
          return league.place(bettors[n % bettors.length]?.token ?? '', picks, { stake, ...given })
        }),
      )
      expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([201]))
    },
  }
}

/** A number below `below` that depends only on the seed. */
const spread = (seed: number, below: number): number => ((Math.imul(seed + 1, 2654435761) >>> 0) % 9973) % below

/** Slips of one to four picks on different matches of these rounds; every seventh that is long enough is a system. */
function slips(rounds: readonly LeagueRound[], count: number): { picks: SentPick[]; given: Partial<SentSlip> }[] {
  const matches = rounds.flatMap((round) => round.matches)
  return Array.from({ length: count }, (_, n) => {
    const first = spread(n * 7, matches.length)
    const picks = Array.from({ length: 1 + spread(n, 4) }, (__, leg) => {
      const match = matches[(first + leg * Math.floor(matches.length / 4)) % matches.length]
      if (!match) throw new Error('no match')
      // The likeliest outcomes, so that some of the long slips win.
      const likely = match.picks.toSorted((a, b) => Number(a.price - b.price)).slice(0, 14)
      const { marketId, oddKey } = likely[spread(n + leg * 31, likely.length)] ?? { marketId: '', oddKey: '' }
      return leaguePick(match, [marketId, oddKey])
    })
    return { picks, given: n % 7 === 0 && picks.length > 2 ? { type: 'system', system: [2] } : {} }
  })
}
