import { openMatchBook, returnsByLeg, type BookLeg, type MatchBook } from '@nare/bets/risk/match-book'
import type { Sport } from '@nare/bets/markets/markets'
import type { BetRules } from '../rules.ts'
import { restOfBet } from '../rest-of-bet.ts'
import type { OpenBet } from './store.ts'

/** What a bet adds to the book of a match. */
type Part = { readonly matchId: number; readonly leg: BookLeg }
type Kept = { readonly bet: OpenBet; readonly parts: readonly Part[] }

/** A bet under the rules that it was placed with. */
export type RuledBet = { readonly bet: OpenBet; readonly rules: BetRules }

/** The open legs of a bet as the books of their matches count them: each with the whole rest of the stake, and the other open legs won. */
export function partsOf({ bet, rules }: RuledBet): Part[] {
  const rest = restOfBet(bet, rules)
  return bet.legs.flatMap(({ matchId, marketId, oddKey, scoreAtBet }, n) =>
    bet.states[n] === 'open'
      ? [{ matchId, leg: { marketId, oddKey, scoreAtBet, stake: bet.stake, returns: returnsByLeg(rest, n) } }]
      : [],
  )
}

/** Open bets in memory, and the book of each match with bets. `sportOf` is asked once for a match. */
export function openMirror(sportOf: (matchId: number) => Sport) {
  const kept = new Map<bigint, Kept>()
  const books = new Map<number, MatchBook>()
  /** The bets with a leg on a match, also a decided one. */
  const onMatch = new Map<number, Set<bigint>>()
  const changed = new Set<number>()

  function bookOf(matchId: number): MatchBook {
    const book = books.get(matchId) ?? openMatchBook(sportOf(matchId))
    books.set(matchId, book)
    return book
  }

  function remove(betId: bigint): void {
    const before = kept.get(betId)
    if (!before) return
    kept.delete(betId)
    for (const { matchId, leg } of before.parts) {
      const book = bookOf(matchId)
      book.remove(leg)
      if (book.bets() === 0) books.delete(matchId)
      changed.add(matchId)
    }
    for (const { matchId } of before.bet.legs) {
      const bets = onMatch.get(matchId)
      bets?.delete(betId)
      if (bets?.size === 0) onMatch.delete(matchId)
    }
  }

  function add({ bet, rules }: RuledBet): void {
    const parts = partsOf({ bet, rules })
    kept.set(bet.betId, { bet, parts })
    for (const { matchId, leg } of parts) {
      bookOf(matchId).add(leg)
      changed.add(matchId)
    }
    for (const { matchId } of bet.legs) onMatch.set(matchId, (onMatch.get(matchId) ?? new Set()).add(bet.betId))
  }

  return {
    /** Sets these bets to what was read of them; those that were not found are not open any more. */
    set(betIds: readonly bigint[], found: readonly RuledBet[]): void {
      const byId = new Map(found.map((one) => [one.bet.betId, one]))
      for (const betId of betIds) {
        const now = byId.get(betId)
        const before = kept.get(betId)
        if (now && before && isSame(now.bet, before.bet)) continue
        remove(betId)
        if (now) add(now)
      }
    },
    /** The book of a match; undefined without open bets. */
    book: (matchId: number): MatchBook | undefined => books.get(matchId),
    /** The matches with open bets. */
    matches: (): number[] => [...books.keys()],
    /** The bets with a leg on a match, also a decided one. */
    betsOn: (matchId: number): ReadonlySet<bigint> => onMatch.get(matchId) ?? new Set(),
    has: (betId: bigint): boolean => kept.has(betId),
    /** The matches whose books have changed since the call before. */
    takeChanged(): number[] {
      const all = [...changed]
      changed.clear()
      return all
    },
  }
}
export type Mirror = ReturnType<typeof openMirror>

/** Of a bet only its stake and the states of its legs change. */
const isSame = (one: OpenBet, other: OpenBet): boolean =>
  one.stake === other.stake && one.states.every((state, n) => state === other.states[n])
