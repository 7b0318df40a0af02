import type { jackpot as calls } from '@nare/contract/jackpot'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import type { Ledger } from '#modules/ledger/ledger'
import type { Settings } from '#modules/settings/settings'
import type { PaidTicket, TicketEvents, Tickets } from '#modules/tickets/tickets'
import type { Clock } from '#platform/clock'
import type { Background } from '#platform/background'
import { followChanges } from '#platform/changed-keys'
import { shareReading } from '#platform/concurrency'
import { transact, type Db, type Tx } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import { metaOf } from '#platform/paging'
import { openRowMemory } from '#platform/row-memory'
import type { Sealing } from '#platform/sealing'
import type { Turns } from '#platform/turns'
import { closeIfDue } from './closing.ts'
import { createPool } from './creating.ts'
import { openOperating } from './operating.ts'
import { openPoolList } from './operator-list.ts'
import { finalOutcomes, type JackpotCatalog } from './outcomes.ts'
import { openJackpotPlacing } from './placing.ts'
import { recordFault } from './plan-store.ts'
import * as store from './pool-store.ts'
import { openPots } from './pot.ts'
import { settlePool, type SettledPool } from './settling.ts'
import { jackpotRules, jackpotSettings } from './settings.ts'
import type { GivenTerms } from './terms.ts'
import { jackpotTickets } from './tickets.ts'
import { jackpotView, pastView, resultsView } from './views.ts'

export { jackpotTicketsOnMatch } from './ticket-store.ts'
export { verifyJackpots } from './verify.ts'
export type { GivenTerms } from './terms.ts'
export type { PoolBooks } from './books.ts'

export type JackpotDeps = {
  readonly db: Db
  readonly moneyDb: Db
  readonly clock: Pick<Clock, 'date'>
  readonly live: Live
  readonly log: Log
  readonly background: Background
  readonly turns: Turns
  readonly ledger: Ledger
  readonly catalog: JackpotCatalog & { onChanged(listener: (matchIds: readonly number[]) => void): void }
  readonly tickets: Tickets
  readonly settings: Pick<Settings, 'now' | 'declare'>
  readonly events: TicketEvents
  readonly sealing: Sealing
  readonly queueMsMax: number
  readonly ticketsInChunk?: number
}

export type Jackpots = ReturnType<typeof openJackpots>

const poolsPerRun = 50
const poolsKeptMax = 400
const poolKeptMs = 600_000
const matchesAtOnce = 1_000
const matchesMax = 100_000

/** Opens the jackpots: pools, placement of tickets, closing by the database's clock, and settlement. */
export function openJackpots(deps: JackpotDeps) {
  const { db, live, ledger, catalog, tickets, background, clock } = deps
  deps.settings.declare(jackpotSettings)
  const limits = () => jackpotRules(deps.settings.now())
  const pots = openPots(ledger)
  const shared = { ...deps, limits, pots, onPaid, now: () => Promise.resolve(clock.date()) }
  /** The matches of pools in their order, which never changes. Of all pools that lack them they are read together. */
  const matchIdsOf = openRowMemory<{ readonly pool: number; readonly ids: readonly number[] }>({
    async read(pools) {
      const found = await store.matchesOf(db, pools)
      return new Map([...found].map(([pool, all]) => [pool, { pool, ids: all.map(({ matchId }) => matchId) }]))
    },
    ...{ keptMs: poolKeptMs, readAtOnce: poolsKeptMax, rowsMax: poolsKeptMax },
  })
  const running = new Map<number, Promise<SettledPool>>()
  let closing = false
  /** The last pool of the previous run. The next run continues after it, because pools may wait for a result for weeks. */
  let lastDue = 0
  tickets.register('jackpot', jackpotTickets(catalog))
  catalog.house.givesPrizes(async (tx, matchId) => (await store.poolsOfMatches(tx, [matchId])).length > 0)

  const publishBalances = (bettors: Iterable<bigint>): Promise<void> => ledger.publishBalances(live, bettors)

  async function onPaid(paid: readonly PaidTicket[]): Promise<void> {
    await publishBalances(new Set(paid.map(({ bettor }) => bettor)))
  }

  /** Closes a pool that is due and settles it if its results allow. Concurrent calls for one pool share a run. */
  function advance(id: number): Promise<SettledPool> {
    const current = running.get(id)
    if (current) return current
    const run = advanceOnce(id).finally(() => void running.delete(id))
    running.set(id, run)
    return run
  }

  async function advanceOnce(id: number): Promise<SettledPool> {
    if (!(await closeIfDue(shared, id))) return 'waiting'
    const ended = await settlePool(shared, id, () => !closing)
    if (ended === 'settled' || ended === 'cancelled') await tickets.publishProduct('jackpot')
    return ended
  }

  /** Advances these pools. One that fails is logged, stores the reason, and stops no other. */
  async function advancePools(ids: readonly number[]): Promise<void> {
    await background.workThroughDue({
      what: 'jackpot',
      id: (id) => id,
      next: async () => ids,
      work: advance,
      failed: (id, error) =>
        transact(db, (tx) => recordFault(tx, id, error instanceof Error ? error.message : 'unknown')),
      atOnce: poolsPerRun,
    })
  }

  /** Advances the pools with these matches. Returns their number. If the database does not answer, the next run of the job advances them. */
  async function advancePoolsOf(matchIds: readonly number[]): Promise<number> {
    const ids = closing ? [] : await store.poolsOfMatches(db, matchIds).catch((): number[] => [])
    if (ids.length > 0) await advancePools(ids).catch(() => undefined)
    return ids.length
  }

  const changes = followChanges({ work: advancePoolsOf, atOnce: matchesAtOnce, waitingMax: matchesMax })
  catalog.onChanged(changes.changed)

  const placing = openJackpotPlacing({
    ...deps,
    limits,
    onLate: (pool) => void advancePools([pool]).catch(() => undefined),
  })

  async function views(pools: readonly store.PoolRow[]): Promise<Answer<typeof calls.jackpots>['data']> {
    const hasPot = ({ state, mode }: store.PoolRow) => state === 'open' && mode !== 'fixed'
    const names = pools.filter(hasPot).map(({ name }) => name)
    const [matchIds, carried] = await Promise.all([
      matchIdsOf.of(pools.map(({ id }) => id)),
      names.length === 0 ? new Map<string, bigint>() : pots.balances(db, names),
    ])
    const idsByPool = new Map(matchIds.map(({ pool, ids }) => [pool, ids]))
    const found = await catalog.listed([...new Set(matchIds.flatMap(({ ids }) => ids))])
    const byId = new Map(found.map((view) => [Number(view.match_id), view]))
    return pools.map((pool) =>
      jackpotView(pool, {
        matchIds: idsByPool.get(pool.id) ?? [],
        views: byId,
        carried: hasPot(pool) ? (carried.get(pool.name) ?? 0n) : pool.carriedIn,
        now: clock.date(),
      }),
    )
  }

  /** A pool that bettors may see; undefined for a draft or an unknown id. */
  async function visiblePool(id: string): Promise<store.PoolRow | undefined> {
    const [pool] = /^\d{1,9}$/.test(id) ? await store.poolsById(db, [Number(id)]) : []
    return pool?.state === 'draft' ? undefined : pool
  }

  return {
    ...placing,

    /** The open pools, by closing time. */
    open: shareReading(async () => (await views(await store.openPools(db))).filter(({ state }) => state === 'open')),

    /** A pool in any state but a draft. */
    async pool(id: string): Promise<Outcome<Answer<typeof calls.jackpot>, 'not_found'>> {
      const pool = await visiblePool(id)
      const [data] = pool ? await views([pool]) : []
      return data ? done({ data }) : refused('not_found')
    },

    /** The outcomes of the matches of a pool, and the payments of its tiers. */
    async results(id: string): Promise<Outcome<Answer<typeof calls.results>, 'not_found'>> {
      const pool = await visiblePool(id)
      if (!pool) return refused('not_found')
      const matches = (await store.matchesOf(db, [pool.id])).get(pool.id) ?? []
      const ids = matches.map(({ matchId }) => matchId)
      const [names, ended] = [await catalog.legFacts(db, ids), await finalOutcomes(catalog, db, ids, false)]
      return done({ data: resultsView(pool, { matches, names, ended }) })
    },

    /** A page of the pools that have ended, the last one first. */
    async past({ name, ...page }: Received<typeof calls.past>): Promise<Answer<typeof calls.past>> {
      const { rows, ...paged } = await store.pastPools(db, name, page)
      return { data: rows.map(pastView), meta: metaOf(page, paged) }
    },

    /** Opens a pool immediately, with test money in the pot of its name. Only for the sandbox. */
    createOpen: (terms: GivenTerms, carriedOver: bigint) =>
      transact(db, (tx) => createPool(shared, { tx, given: terms, by: { kind: 'sandbox', carriedOver } })),

    /** The commands of operators; see `openOperating`. */
    operator: {
      ...openOperating({ ...shared, settle: advance }),
      create: (tx: Tx, terms: GivenTerms, operator: string) =>
        createPool(shared, { tx, given: terms, by: { kind: 'operator', operator } }),
      /** How many drafts wait for a second operator to open them, and since when. */
      waiting: () => store.waitingDrafts(db),
      /** The open pools, with the next to close first. */
      async closing() {
        const pools = await store.openPools(db)
        return pools.map(({ id, name, closesAt, lines, stake }) => ({ id, name, closesAt, staked: lines * stake }))
      },
      ...openPoolList({ db, catalog, pots }),
    },

    /** Closes and settles the next pools that are due. Another process or an earlier run may already have begun to settle them. */
    async advanceDue(): Promise<number> {
      const due = await store.duePools(db, { after: lastDue, most: poolsPerRun })
      lastDue = due.length < poolsPerRun ? 0 : (due.at(-1) ?? 0)
      await advancePools(due)
      return due.length
    },
    /** Advances the pools with this match, then publishes their tickets. Resolves after both. Never rejects. */
    async matchChanged(matchId: number): Promise<void> {
      if ((await advancePoolsOf([matchId])) > 0) await tickets.publishProduct('jackpot')
    },
    /** Adds the tallies of tickets to their pools. */
    fold: (): Promise<void> => transact(db, (tx) => store.foldTallies(tx)),
    /** Waits for running parts of settlements and starts no further ones. */
    async close(): Promise<void> {
      closing = true
      await Promise.allSettled([...running.values(), changes.close()])
    },
  }
}
