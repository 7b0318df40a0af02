import { toHex } from '@nare/fair/hash'
import { drawnOutcome } from '@nare/jackpot/draw'
import { linesByScore, resultMasks, type ResultMasks } from '@nare/jackpot/score'
import { judge, returnOf, shareOut, type MatchOutcome } from '@nare/jackpot/settle'
import { settleTicketSet, type BettingEvents, type PaidTicket } from '#modules/betting/betting'
import { transact, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Sealing } from '#platform/sealing'
import type { ClosingDeps } from './closing.ts'
import { endedMatches } from './outcomes.ts'
import { advancePool, endPool, lockPool, storePlan, type LockedPool, type MatchEnd, type Plan } from './plan-store.ts'
import { matchesOf, poolsById, secretOf, type PoolRow } from './pool-store.ts'
import { termsOf } from './terms.ts'
import {
  chunkEnd,
  refundsOf,
  returnsOf,
  spreadsOf,
  totalsOf,
  type SpreadCount,
  type SpreadReturn,
} from './ticket-store.ts'

export type SettlingDeps = ClosingDeps & {
  readonly sealing: Sealing
  readonly events: Pick<BettingEvents, 'settled'>
  /** Called after the commit of each part with the tickets that it paid. Must not reject. */
  readonly onPaid: (paid: readonly PaidTicket[]) => Promise<void>
  readonly ticketsInChunk?: number
}

/** Tickets that return nothing are cheap; each that is paid locks an account until the part is committed. */
const ticketsInChunk = 20_000
const refundsInChunk = 4_000

/** What one call of `settlePool` came to: `waiting` for results, or the pool has ended. */
export type SettledPool = 'waiting' | 'settled' | 'cancelled' | 'not_found' | 'stopped'

/**
 * Settles a closed pool whose results are all confirmed: decides once how, then settles its tickets in parts of one transaction each,
 * then moves what is left. Every part begins with the lock of the pool's row and continues after the last ticket that is done: it may be
 * killed at any point, and run by several processes at once. Lock order: pool, tickets, accounts, pot.
 */
export async function settlePool(
  deps: SettlingDeps,
  id: number,
  mayContinue: () => boolean = () => true,
): Promise<SettledPool> {
  let cached: Counted | undefined
  for (;;) {
    if (!mayContinue()) return 'stopped'
    const part = await transact(deps.db, (tx) => settlePart(deps, tx, { id, cached }))
    cached = part.counted
    if (part.paid.length > 0) await deps.onPaid(part.paid)
    if (part.settled > 0) deps.events.settled(part.settled)
    if (part.state !== 'going') return part.state
  }
}

/** What the tickets of a pool amount to. They never change once it is closed, so one call counts them once. */
type Counted = { readonly result: ResultMasks; readonly spreads: readonly SpreadCount[] }
type Part = {
  readonly state: SettledPool | 'going'
  readonly settled: number
  readonly paid: readonly PaidTicket[]
  readonly counted: Counted | undefined
}

const nothing = (state: Part['state'], counted?: Counted): Part => ({ state, settled: 0, paid: [], counted })

async function settlePart(
  deps: SettlingDeps,
  tx: Tx,
  { id, cached }: { id: number; cached: Counted | undefined },
): Promise<Part> {
  const locked = await lockPool(tx, id)
  const [pool] = locked ? await poolsById(tx, [id]) : []
  if (!locked || !pool) return nothing('not_found')
  if (locked.state === 'settled' || locked.state === 'cancelled') return nothing(locked.state)
  if (locked.state !== 'closed') return nothing('waiting')
  if (!locked.plan) return (await decide(deps, tx, { pool, now: locked.now })) ? nothing('going') : nothing('waiting')
  const { plan } = locked
  const counted = plan.kind === 'cancel' ? undefined : (cached ?? (await countOf(tx, id, resultMasks(plan.effects))))
  const most = plan.kind === 'cancel' ? refundsInChunk : (deps.ticketsInChunk ?? ticketsInChunk)
  const last = await chunkEnd(tx, { pool: id, after: locked.upTo, most })
  if (last === undefined) return nothing(await end(deps, tx, { pool, locked, plan }))
  const chunk = { pool: id, after: locked.upTo, last }
  const rows =
    plan.kind === 'cancel' || !counted
      ? refundsOf(chunk, pool.stake)
      : returnsOf(chunk, counted.result, payingSpreads(plan, counted.spreads))
  const { settled, paid } = await settleTicketSet(deps, tx, { product: 'jackpot', rows, after: locked.upTo, last })
  const sum = paid.reduce((total, { returned }) => total + returned, 0n)
  await advancePool(tx, {
    ...{ pool: id, upTo: last },
    ...(plan.kind === 'cancel' ? { paid: 0n, refunded: sum } : { paid: sum, refunded: 0n }),
  })
  return { state: 'going', settled, paid, counted }
}

const countOf = async (tx: Tx, pool: number, result: ResultMasks): Promise<Counted> => ({
  result,
  spreads: await spreadsOf(tx, pool, result),
})

function payingSpreads(plan: Extract<Plan, { kind: 'play' }>, spreads: readonly SpreadCount[]): SpreadReturn[] {
  const prizes = new Map(plan.prizes.map(([score, prize]) => [score, BigInt(prize)]))
  return spreads.flatMap(({ spread }) => {
    const returned = returnOf(linesByScore(spread), prizes)
    return returned > 0n ? [{ spread, returned }] : []
  })
}

/** Decides how a pool is settled, by the confirmed results of all its matches; false while one is missing. */
async function decide(deps: SettlingDeps, tx: Tx, { pool, now }: { pool: PoolRow; now: Date }): Promise<boolean> {
  const matchIds = ((await matchesOf(tx, [pool.id])).get(pool.id) ?? []).map(({ matchId }) => matchId)
  const ended = await endedMatches(deps.catalog, tx, matchIds, true)
  if (ended.some((one) => one === undefined)) return false
  const seed = await seedOf(deps, tx, pool.id)
  const ends = ended.map((one, n): MatchEnd => {
    const { outcome = 'void', fullTime = null } = one ?? {}
    const drawn =
      outcome === 'void' && pool.voidPolicy === 'draw' && seed
        ? drawnOutcome(seed, { jackpotId: String(pool.id), matchId: String(matchIds[n]) })
        : null
    return { outcome, drawn, fullTime }
  })
  const { lines } = await totalsOf(tx, pool.id)
  const staked = lines * pool.stake
  await storePlan(tx, { pool: pool.id, plan: await planOf(tx, { pool, ends, staked, now }), staked, ends })
  return true
}

async function planOf(
  tx: Tx,
  { pool, ends, staked, now }: { pool: PoolRow; ends: readonly MatchEnd[]; staked: bigint; now: Date },
): Promise<Plan> {
  const outcomes = ends.map(({ outcome, drawn }): MatchOutcome => ({ outcome, drawn: drawn ?? undefined }))
  const judged = judge(termsOf(pool), outcomes)
  if (judged.kind === 'cancel') return { kind: 'cancel', reason: 'void matches' }
  const lines = new Map<number, number>()
  for (const { spread, tickets } of await spreadsOf(tx, pool.id, resultMasks(judged.effects)))
    for (const [score, count] of linesByScore(spread)) lines.set(score, (lines.get(score) ?? 0) + count * tickets)
  const mustBeWon = pool.mode === 'must_be_won' && (pool.deadline === null || pool.deadline <= now)
  const shares = shareOut(pool.mode, judged.tiers, { staked, carried: pool.carriedIn, lines, mustBeWon })
  return {
    kind: 'play',
    effects: judged.effects,
    prizes: [...shares.prizes].map(([score, prize]) => [score, String(prize)] as const),
    tiers: shares.tiers.map(({ prizeEach, ...tier }) => ({ ...tier, prize_each: String(prizeEach) })),
    best: shares.best,
    paid: String(shares.paid),
    rounding: String(shares.rounding),
    rolls: String(shares.rolls),
  }
}

/** The seed of a pool; undefined if it cannot be opened, for example with another key: then nothing is drawn or revealed. */
async function seedOf(
  { sealing }: Pick<SettlingDeps, 'sealing'>,
  tx: Tx,
  pool: number,
): Promise<Uint8Array | undefined> {
  const sealed = await secretOf(tx, pool)
  return sealed && sealing.open(String(pool), sealed)
}

type Ending = { readonly pool: PoolRow; readonly locked: LockedPool; readonly plan: Plan }

/** Moves what the tickets were not paid, reveals the seed, and ends the pool. */
async function end(deps: SettlingDeps, tx: Tx, { pool, locked, plan }: Ending): Promise<'settled' | 'cancelled'> {
  const { id, name, carriedIn } = pool
  const seed = await seedOf(deps, tx, id)
  const shown = seed ? toHex(seed) : null
  if (plan.kind === 'cancel') {
    invariant(locked.refunded === locked.staked, `jackpot ${id} gave back ${locked.refunded} of ${locked.staked}`)
    await deps.pots.give(tx, { pool: id, name, amount: carriedIn })
    const none = { results: [], best: null, rounding: 0n, carriedOut: carriedIn }
    await endPool(tx, { ...none, pool: id, state: 'cancelled', seed: shown })
    return 'cancelled'
  }
  const [paid, rounding, carriedOut] = [BigInt(plan.paid), BigInt(plan.rounding), BigInt(plan.rolls)]
  invariant(locked.paid === paid, `jackpot ${id} paid ${locked.paid} and not ${paid}`)
  await deps.pots.round(tx, { pool: id, amount: rounding })
  await deps.pots.give(tx, { pool: id, name, amount: carriedOut })
  await endPool(tx, {
    pool: id,
    state: 'settled',
    results: plan.tiers,
    best: plan.best,
    rounding,
    carriedOut,
    seed: shown,
  })
  return 'settled'
}

/** Decides in the caller's transaction, which has locked the pool, that all its stakes go back; `settlePool` then does it. */
export async function decideCancelling(tx: Tx, pool: number): Promise<void> {
  const { lines } = await totalsOf(tx, pool)
  const [row] = await poolsById(tx, [pool])
  invariant(row, `there is no jackpot ${pool}`)
  await storePlan(tx, {
    ...{ pool, plan: { kind: 'cancel', reason: 'by operators' }, staked: lines * row.stake },
    ends: Array.from({ length: row.matches }, () => undefined),
  })
}
