import { combinationId, combinationParts, combinedState } from '@nare/bets/markets/combination'
import { outcome, partStates } from '@nare/bets/grading/outcome'
import type { LegState } from '@nare/bets/result'
import { settleBet } from '@nare/bets/ticket/settle'
import type { Product } from '@nare/contract/products'
import { isVoided, type Catalog, type CurrentResult } from '#modules/catalog/catalog'
import type { Ledger } from '#modules/ledger/ledger'
import { settleInChunks, settleTickets, type TicketSettlement } from '#modules/tickets/tickets'
import type { Db, Tx } from '#platform/db'
import { restOfBet } from '../rest-of-bet.ts'
import type { RulesBook } from '../rules.ts'
import * as store from './settle-store.ts'

export type Settled = { readonly legs: number; readonly bets: number; readonly paid: ReadonlySet<bigint> }

/** `product` is the product of the bets on these matches. `chunkLegs`: the approximate number of legs that one transaction settles. */
type Deps = { db: Db; catalog: Catalog; ledger: Ledger; rules: RulesBook; product: Product; chunkLegs: number }

/** `isLast`: when the chunk began, the match had no other job. Whoever creates a later job also starts it. */
type Chunk = Settled & { readonly isLast: boolean }
const nothing: Chunk = { legs: 0, bets: 0, paid: new Set(), isLast: true }

/**
 * Runs the settlement jobs of a match, using its newest result, in chunks; see `settleInChunks`. The job row stores the progress and each bet
 * stores its own state. Several matches may settle at once, so a chunk locks its bets before it reads their legs on other
 * matches. Otherwise two settlements could each see the other's leg of a bet as open, and neither would settle the bet.
 * Lock order: job → bets (by id) → accounts (by id). `publish` is called with the bettors whose balances a chunk changed, and must not reject.
 * `mayContinue` is called before each chunk.
 */
export async function settleMatch(
  deps: Deps,
  matchId: number,
  publish: (paid: ReadonlySet<bigint>) => Promise<void>,
  mayContinue: () => boolean = () => true,
): Promise<Settled> {
  const total = { legs: 0, bets: 0, paid: new Set<bigint>() }
  await settleInChunks(deps.db, (tx) => settleChunk(deps, tx, matchId), {
    mayContinue,
    async publish({ legs, bets, paid }: Chunk) {
      total.legs += legs
      total.bets += bets
      for (const bettor of paid) total.paid.add(bettor)
      await publish(paid)
    },
  })
  return total
}

async function settleChunk(deps: Deps, tx: Tx, matchId: number): Promise<Chunk> {
  const { chunkLegs } = deps
  // PostgreSQL reads the result after it has locked the job. So a chunk never uses a result that was corrected before.
  const [job, result, schedules] = await Promise.all([
    store.lockJob(tx, matchId),
    deps.catalog.resultOf(tx, matchId),
    deps.catalog.schedulesOf(tx, [matchId]),
  ])
  if (!job) return nothing
  const schedule = schedules.get(matchId)
  const range = result && (await store.nextRange(tx, { matchId, after: job.upTo, most: chunkLegs, schedule }))
  const done = !range || range.legs < chunkLegs
  const progress = { matchId, version: job.version, upTo: range?.last ?? job.upTo, done }
  const isLast = done && job.isLast
  if (!range) {
    await store.advanceJob(tx, { ...progress, legs: 0, bets: 0 })
    return { ...nothing, isLast }
  }
  const outcomes = outcomesOf(range.selections, result)
  const { legs, lost, undecided } = await store.decideLegs(tx, { ...range, outcomes, schedule })
  const settled = await settleBets(deps, tx, await store.betsToSettle(tx, { ...range, betIds: undecided }))
  const bets = lost + settled.bets
  await store.advanceJob(tx, { ...progress, legs, bets })
  return { legs, bets, paid: settled.paid, isLast }
}

/** The outcomes of these selections under a match's result. */
export const outcomesOf = (selections: readonly store.Selection[], result: CurrentResult): store.Outcome[] =>
  selections.map((selection) => ({ ...selection, state: stateOf(selection, result) }))

/** The state of a leg on this selection under a match's current result. */
export function stateOf(selection: store.Selection, { kind, result, voids }: CurrentResult): LegState {
  if (isVoided(voids, selection)) return 'void'
  if (kind === 'rolled_back' || kind === 'open') return 'open'
  if (kind === 'cancelled' || selection.mistimed) return 'void'
  const parts = statesOfParts(selection, { kind, result, ...(voids && { voids }) })
  if (parts) return combinedState(parts)
  const { homeAtBet: home, awayAtBet: away } = selection
  const at = home === null || away === null ? undefined : { scoreAtBet: { home, away } }
  return decidedBy(kind, outcome(selection.marketId, selection.oddKey, result, at))
}

const decidedBy = (kind: CurrentResult['kind'], state: LegState): LegState =>
  state === 'open' && kind === 'void_undecided' ? 'void' : state

/** The states of the parts of a combination under a match's current result, in their order; undefined for any other selection. */
export function statesOfParts(
  { marketId, oddKey }: Pick<store.Selection, 'marketId' | 'oddKey'>,
  { kind, result, voids }: Pick<CurrentResult, 'kind' | 'result' | 'voids'>,
): LegState[] | undefined {
  const parts = marketId === combinationId ? combinationParts(oddKey) : undefined
  if (!parts) return undefined
  if (kind === 'rolled_back' || kind === 'open') return parts.map(() => 'open')
  if (kind === 'cancelled') return parts.map(() => 'void')
  return partStates(parts, result).map((state, n) => {
    const part = parts[n]
    const isVoid = part && isVoided(voids, { marketId: part.market.id, oddKey: part.outcome.key })
    return isVoid ? 'void' : decidedBy(kind, state)
  })
}

/**
 * Settles these locked bets under the rules they were placed with. Skips bets whose stored settlement is already the same. Returns the
 * number of settled bets and the bettors whose balances changed.
 */
export async function settleBets(
  deps: Pick<Deps, 'ledger' | 'rules' | 'product'>,
  tx: Tx,
  bets: readonly store.BetToSettle[],
): Promise<{ bets: number; paid: ReadonlySet<bigint> }> {
  const settlements = await settlementsOf(deps, tx, bets)
  return { bets: settlements.length, paid: await settleTickets(deps, tx, settlements) }
}

/** The settlements of these bets that differ from the stored ones, under the rules they were placed with. */
export async function settlementsOf(
  { rules, product }: Pick<Deps, 'rules' | 'product'>,
  tx: Tx,
  bets: readonly store.BetToSettle[],
): Promise<TicketSettlement[]> {
  const settlements: TicketSettlement[] = []
  for (const bet of bets) {
    const settlement = settleBet(restOfBet(bet, await rules.of(tx, bet.rulesVersion)))
    const cashed = bet.cashedOut?.paid ?? 0n
    if (settlement.state === bet.state && settlement.returned + cashed === bet.returned) continue
    const { bonusStake } = bet
    const bonus =
      bonusStake === undefined ? undefined : { stake: bet.cashedOut?.originalStake ?? bet.stake, bonusStake }
    const ticket = { ...bet, product, cashed, cashedTax: bet.cashedOut?.tax ?? 0n, bonus }
    const { state, returned, boost: paidBoost } = settlement
    settlements.push({ ticket, state, returned, boost: paidBoost })
  }
  return settlements
}
