import { toHex } from '@nare/fair/hash'
import { drawnOutcome } from '@nare/jackpot/draw'
import { linesByScore, resultMasks, type ResultMasks } from '@nare/jackpot/score'
import { judge, returnOf, shareOut, type MatchOutcome } from '@nare/jackpot/settle'
import { settleInChunks, settleTicketSet, type PaidTicket, type TicketEvents } from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Sealing } from '#platform/sealing'
import type { ClosingDeps } from './closing.ts'
import { finalOutcomes } from './outcomes.ts'
import { advancePool, endPool, lockPool, storePlan, type LockedPool, type MatchEnd, type Plan } from './plan-store.ts'
import { matchesOf, poolsById, secretOf, type PoolRow } from './pool-store.ts'
import { termsOf } from './terms.ts'
import {
  allTickets,
  chunkEnd,
  refundsOf,
  returnsOf,
  spreadsOf,
  totalsOf,
  type Chunk,
  type SpreadCount,
  type SpreadReturn,
  type TicketRows,
} from './ticket-store.ts'

export type SettlingDeps = ClosingDeps & {
  readonly sealing: Sealing
  readonly events: Pick<TicketEvents, 'settled'>
  /** Called after the commit of each chunk with the tickets that it paid. Must not reject. */
  readonly onPaid: (paid: readonly PaidTicket[]) => Promise<void>
  readonly ticketsInChunk?: number
}

/**
 * The number of tickets per chunk. Chunks of refunds are smaller, because each paid ticket locks an account until the commit; lost tickets
 * are cheap.
 */
const ticketsInChunk = 20_000
const refundsInChunk = 4_000

/**
 * The outcome of a call of `settlePool`: the pool waits for results, has ended, or does not exist; 'stopped' if `mayContinue` returned
 * false.
 */
export type SettledPool = 'waiting' | 'settled' | 'cancelled' | 'not_found' | 'stopped'

/**
 * Settles a closed pool whose results are all confirmed: stores the payout plan, then settles the tickets in chunks, each in its own
 * transaction, then moves the remaining money. Every chunk locks the pool's row first and continues after the last settled ticket, so the
 * process may be killed at any point, and several processes may call this at the same time. Lock order: pool, tickets, accounts, pot.
 */
export async function settlePool(
  deps: SettlingDeps,
  id: number,
  mayContinue: () => boolean = () => true,
): Promise<SettledPool> {
  const last = await settleInChunks(deps.db, (tx, before) => settleChunk(deps, tx, { id, cached: before?.counted }), {
    mayContinue,
    async publish({ settled, paid }: ChunkResult) {
      if (settled > 0) deps.events.settled(settled)
      if (paid.length > 0) await deps.onPaid(paid)
    },
  })
  return last?.state ?? 'stopped'
}

/** The spreads of a pool's tickets. They do not change once the pool is closed, so each call reads them only once. */
type Counted = { readonly result: ResultMasks; readonly spreads: readonly SpreadCount[] }
/** `state` is that of the pool after the last chunk. */
type ChunkResult = {
  readonly isLast: boolean
  readonly state?: SettledPool
  readonly settled: number
  readonly paid: readonly PaidTicket[]
  readonly counted?: Counted | undefined
}

const onward: ChunkResult = { isLast: false, settled: 0, paid: [] }
const end = (state: SettledPool): ChunkResult => ({ ...onward, isLast: true, state })

async function settleChunk(
  deps: SettlingDeps,
  tx: Tx,
  { id, cached }: { id: number; cached: Counted | undefined },
): Promise<ChunkResult> {
  const locked = await lockPool(tx, id)
  const [pool] = locked ? await poolsById(tx, [id]) : []
  if (!locked || !pool) return end('not_found')
  if (locked.state === 'settled' || locked.state === 'cancelled') return end(locked.state)
  if (locked.state !== 'closed') return end('waiting')
  if (!locked.plan) return (await storePayoutPlan(deps, tx, { pool, now: locked.now })) ? onward : end('waiting')
  const { plan } = locked
  const counted = cached ?? (await countFor(tx, id, plan))
  const most = plan.kind === 'cancel' ? refundsInChunk : (deps.ticketsInChunk ?? ticketsInChunk)
  const last = await chunkEnd(tx, { pool: id, after: locked.upTo, most })
  if (last === undefined) return end(await finishPool(deps, tx, { pool, locked, plan }))
  const chunk = { pool: id, after: locked.upTo, last }
  const rows = rowsOf({ pool, plan, counted }, chunk)
  const { settled, paid } = await settleTicketSet(deps, tx, { product: 'jackpot', rows, after: locked.upTo, last })
  const sum = paid.reduce((total, { returned }) => total + returned, 0n)
  await advancePool(tx, {
    pool: id,
    upTo: last,
    ...(plan.kind === 'cancel' ? { paid: 0n, refunded: sum } : { paid: sum, refunded: 0n }),
  })
  return { ...onward, settled, paid, counted }
}

/** The spreads of a pool by its plan; undefined for one that refunds all. */
async function countFor(tx: Tx, pool: number, plan: Plan): Promise<Counted | undefined> {
  if (plan.kind === 'cancel') return undefined
  const result = resultMasks(plan.effects)
  return { result, spreads: await spreadsOf(tx, pool, result) }
}

type ByPlan = { readonly pool: PoolRow; readonly plan: Plan; readonly counted: Counted | undefined }

/** The tickets of a chunk as a plan settles them. */
const rowsOf = ({ pool, plan, counted }: ByPlan, chunk: Chunk): TicketRows =>
  plan.kind === 'cancel' || !counted
    ? refundsOf(chunk, pool.stake)
    : returnsOf(chunk, counted.result, payingSpreads(plan, counted.spreads))

/**
 * The tickets of a closed pool that `settlePool` would settle now, as rows; undefined while a result is missing. It takes no lock and writes
 * nothing.
 */
export async function rowsToSettle(
  deps: Pick<SettlingDeps, 'sealing' | 'catalog'>,
  tx: Tx,
  { pool, locked }: { pool: PoolRow; locked: Pick<LockedPool, 'plan' | 'upTo' | 'now'> },
): Promise<TicketRows | undefined> {
  const plan = locked.plan ?? (await payoutOf(deps, tx, { pool, now: locked.now }))?.plan
  if (!plan) return undefined
  return rowsOf(
    { pool, plan, counted: await countFor(tx, pool.id, plan) },
    { ...allTickets(pool.id), after: locked.upTo },
  )
}

function payingSpreads(plan: Extract<Plan, { kind: 'play' }>, spreads: readonly SpreadCount[]): SpreadReturn[] {
  const prizes = new Map(plan.prizes.map(([score, prize]) => [score, BigInt(prize)]))
  return spreads.flatMap(({ spread }) => {
    const returned = returnOf(linesByScore(spread), prizes)
    return returned > 0n ? [{ spread, returned }] : []
  })
}

/** Stores the payout plan of a pool, from the confirmed results of all its matches. Returns false while a result is missing. */
async function storePayoutPlan(deps: SettlingDeps, tx: Tx, of: { pool: PoolRow; now: Date }): Promise<boolean> {
  const payout = await payoutOf(deps, tx, of)
  if (payout) await storePlan(tx, { pool: of.pool.id, ...payout })
  return payout !== undefined
}

type Payout = { readonly plan: Plan; readonly staked: bigint; readonly ends: readonly MatchEnd[] }

/** The payout plan of a pool, from the confirmed results of all its matches; undefined while one is missing. */
async function payoutOf(
  deps: Pick<SettlingDeps, 'sealing' | 'catalog'>,
  tx: Tx,
  { pool, now }: { pool: PoolRow; now: Date },
): Promise<Payout | undefined> {
  const matchIds = ((await matchesOf(tx, [pool.id])).get(pool.id) ?? []).map(({ matchId }) => matchId)
  const ended = await finalOutcomes(deps.catalog, tx, matchIds, true)
  if (ended.some((one) => one === undefined)) return undefined
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
  return { plan: await planOf(tx, { pool, ends, staked, now }), staked, ends }
}

async function planOf(
  tx: Tx,
  { pool, ends, staked, now }: { pool: PoolRow; ends: readonly MatchEnd[]; staked: bigint; now: Date },
): Promise<Plan> {
  const outcomes = ends.map(({ outcome, drawn }): MatchOutcome => ({ outcome, drawn: drawn ?? undefined }))
  const judged = judge(termsOf(pool), outcomes)
  if (judged.kind === 'cancel') {
    const isSeedLost = pool.voidPolicy === 'draw' && outcomes.some(({ outcome, drawn }) => outcome === 'void' && !drawn)
    return { kind: 'cancel', reason: isSeedLost ? 'seed lost' : 'void matches' }
  }
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

/** The seed of a pool; undefined if it cannot be decrypted, for example with another key. Then nothing is drawn or revealed. */
async function seedOf(
  { sealing }: Pick<SettlingDeps, 'sealing'>,
  tx: Tx,
  pool: number,
): Promise<Uint8Array | undefined> {
  const sealed = await secretOf(tx, pool)
  return sealed && sealing.open(String(pool), sealed)
}

type Ending = { readonly pool: PoolRow; readonly locked: LockedPool; readonly plan: Plan }

/** Moves the money that was not paid to tickets, reveals the seed and ends the pool. */
async function finishPool(
  deps: SettlingDeps,
  tx: Tx,
  { pool, locked, plan }: Ending,
): Promise<'settled' | 'cancelled'> {
  const { id, name, carriedIn } = pool
  const seed = await seedOf(deps, tx, id)
  const revealedSeed = seed ? toHex(seed) : null
  if (plan.kind === 'cancel') {
    invariant(locked.refunded === locked.staked, `jackpot ${id} refunded ${locked.refunded} of ${locked.staked}`)
    await deps.pots.add(tx, { pool: id, name, amount: carriedIn })
    const none = { results: [], best: null, rounding: 0n, carriedOut: carriedIn }
    await endPool(tx, { ...none, pool: id, state: 'cancelled', seed: revealedSeed })
    return 'cancelled'
  }
  const [paid, rounding, carriedOut] = [BigInt(plan.paid), BigInt(plan.rounding), BigInt(plan.rolls)]
  invariant(locked.paid === paid, `jackpot ${id} paid ${locked.paid} instead of ${paid}`)
  await deps.pots.addRounding(tx, { pool: id, amount: rounding })
  await deps.pots.add(tx, { pool: id, name, amount: carriedOut })
  await endPool(tx, {
    pool: id,
    state: 'settled',
    results: plan.tiers,
    best: plan.best,
    rounding,
    carriedOut,
    seed: revealedSeed,
  })
  return 'settled'
}

/** Stores the plan to cancel a pool, in the caller's transaction, which has locked the pool. `settlePool` then refunds all stakes. */
export async function storeCancelPlan(tx: Tx, pool: number): Promise<void> {
  const { lines } = await totalsOf(tx, pool)
  const [row] = await poolsById(tx, [pool])
  invariant(row, `there is no jackpot ${pool}`)
  await storePlan(tx, {
    ...{ pool, plan: { kind: 'cancel', reason: 'by operators' }, staked: lines * row.stake },
    ends: Array.from({ length: row.matches }, () => undefined),
  })
}
