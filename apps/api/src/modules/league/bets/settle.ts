import type { DecidedState } from '@nare/bets/result'
import { settleLeague } from '@nare/league/markets'
import { clearExposure, settleBets, type RulesBook } from '#modules/betting/betting'
import type { Ledger } from '#modules/ledger/ledger'
import { decideTickets, settleInChunks } from '#modules/tickets/tickets'
import type { Db, Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { RoundOutcome } from '../rounds/rounds.ts'
import * as store from './settle-store.ts'

type Deps = {
  readonly db: Db
  readonly ledger: Ledger
  readonly rules: RulesBook
  /** The approximate number of legs that one transaction decides. */
  readonly chunkLegs: number
}

/** A committed chunk of a settlement: the numbers of decided legs and bets, the changed bets, and the bettors that were paid. */
export type SettledChunk = {
  readonly legs: number
  readonly bets: number
  readonly changed: readonly { readonly betId: bigint; readonly bettor: bigint }[]
  readonly paid: ReadonlySet<bigint>
  readonly isLast: boolean
}

/**
 * Settles the bets on a finished or void round, in chunks; void legs count 1.00. The job's row stores the progress; see `settleInChunks`. Two
 * calls may run at the same time. Rounds settle in parallel: a chunk locks its bets before it reads their legs in other rounds. Lock order:
 * job → bets (by id) → accounts (by id). Returns whether the round is settled.
 */
export async function settleRound(
  deps: Deps,
  outcome: RoundOutcome,
  how: { publish: (chunk: SettledChunk) => Promise<void>; mayContinue: () => boolean },
): Promise<boolean> {
  const given = { roundId: outcome.roundId, stateOf: statesOf(outcome) }
  return (await settleInChunks(deps.db, (tx) => settleChunk(deps, tx, given), how)) !== undefined
}

type StateOf = (selection: store.LeagueSelection) => DecidedState

/** The state of each selection under a round's outcome. */
export function statesOf(outcome: RoundOutcome): StateOf {
  if (outcome.kind === 'void') return () => 'void'
  return ({ matchId, marketId, oddKey }) => {
    const drawn = outcome.matches.get(matchId)
    invariant(drawn, `round ${outcome.roundId} has no result of match ${matchId}`)
    return settleLeague(marketId, oddKey, drawn)
  }
}

const nothing: SettledChunk = { legs: 0, bets: 0, changed: [], paid: new Set(), isLast: true }

async function settleChunk(
  deps: Deps,
  tx: Tx,
  { roundId, stateOf }: { roundId: string; stateOf: StateOf },
): Promise<SettledChunk> {
  const { chunkLegs } = deps
  const job = await store.lockJob(tx, roundId)
  if (!job || job.done) return nothing
  const range = await store.nextRange(tx, { round: job.round, after: job.upTo, limit: chunkLegs })
  const done = !range || range.legs < chunkLegs
  if (done) await clearExposure(tx, await store.matchIdsOf(tx, roundId))
  const progress = { round: job.round, upTo: range?.last ?? job.upTo, done }
  if (!range) {
    await store.advanceJob(tx, { ...progress, legs: 0, bets: 0 })
    return { ...nothing, isLast: done }
  }
  const outcomes = range.selections.map((selection) => ({ ...selection, state: stateOf(selection) }))
  const decided = await store.decideLegs(tx, range, outcomes)
  const { lost, undecided } = await decideTickets(tx, decided.bets)
  const legs = await store.legStates(
    tx,
    undecided.map(({ betId }) => betId),
  )
  const settled = await settleBets(
    { ...deps, product: 'league' },
    tx,
    undecided.map((bet) => ({ ...bet, ...(legs.get(bet.betId) ?? { prices: [], states: ['open'] }) })),
  )
  const bets = lost.length + settled.bets
  await store.advanceJob(tx, { ...progress, legs: decided.legs, bets })
  return { legs: decided.legs, bets, changed: [...lost, ...undecided], paid: settled.paid, isLast: done }
}
