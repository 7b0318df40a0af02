import { crashPoint as pointOf, reachedAt } from '@nare/games/crash'
import { toHex } from '@nare/fair/hash'
import type { CrashCycle } from '#config-crash'
import { monotonicMs, type SettableClock } from '#platform/clock'
import { transact, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Ownership } from '#platform/owners'
import { endRound, lockRound, lockRounds, openRound, scheduleRound, voidRound } from '#platform/rounds'
import { forwardedPollMs, type ForwardedCashOuts } from './forwarded-cash-outs.ts'
import { openBets, lateBets, type CrashBetRow } from './bet-store.ts'
import { chainById, chainToPlay, markChainLost } from './chain-store.ts'
import { openChains, type ChainDeps } from './chains.ts'
import { openCashOuts, type FlightCashOuts, type CashOutDeps } from './cash-outs.ts'
import { decideOnce, voided, type DecidedBet } from './paying.ts'
import * as store from './round-store.ts'

export type EngineDeps = ChainDeps &
  CashOutDeps & {
    readonly clock: SettableClock
    readonly cycle: CrashCycle
    /** Called after each commit that changes the phase. */
    readonly onChanged: () => void
    /** Called with the cash-outs of a flight when this process can decide them, and with undefined when it no longer can. */
    readonly onCashOuts: (cashOuts: FlightCashOuts | undefined) => void
    /** Called when a round waits to be settled. */
    readonly onOver: () => void
    /** The cash-outs that other processes read. */
    readonly forwarded: ForwardedCashOuts
    /** The maximum number of late stakes that one transaction voids. */
    readonly lateBatchMax?: number
  }

/**
 * The round that accepts bets and the next one. A stake locks both, so one that waits while the first takes off already has the lock of the
 * second.
 */
const offeredAtOnce = 2
/** Stakes that wait longer than this for their flight are voided. */
export const waitSecondsMax = 60
const heartbeatMs = 1000
const prepareEveryMs = 1000
const betsAtOnce = 5000

type State = { readonly rounds: readonly store.CrashRoundRow[]; readonly last: store.CrashRoundRow | undefined }

/** Runs the game in its owner, in steps. Each step makes at most one change and returns when the next one is due. */
export function openEngine(deps: EngineDeps, own: Ownership) {
  const { db, clock, cycle, ledger, forwarded, lateBatchMax = betsAtOnce } = deps
  const chains = openChains(deps, own)
  let state: State | undefined
  let cashOuts: FlightCashOuts | undefined
  /** The flights with bets that are not settled. Their number is bounded: no stakes are accepted while several are unsettled. */
  const unsettledFlights = new Map<number, FlightCashOuts>()
  let preparing: Promise<void> | undefined
  let deciding: Promise<void> | undefined
  let [heartbeatAtMs, decidedAtMs, preparesAfterMs, offersAfterMs] = [0, 0, 0, 0]
  let prepareError: Error | undefined

  const load = async (): Promise<State> => ({ rounds: await store.unfinished(db), last: await store.lastEnded(db) })

  async function change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await transact(db, work)
    } finally {
      state = undefined
    }
  }

  /** Publishes chains and draws salts in the background. The next step that needs a chain throws its error. */
  function prepare(): void {
    if (monotonicMs() < preparesAfterMs) return
    preparing ??= chains
      .prepare()
      .then((changed) => {
        prepareError = undefined
        preparesAfterMs = changed ? 0 : monotonicMs() + prepareEveryMs
        if (!changed) return
        state = undefined
        offersAfterMs = 0
      })
      .catch((error: unknown) => {
        prepareError = error instanceof Error ? error : new Error('preparing a chain failed', { cause: error })
        preparesAfterMs = monotonicMs() + prepareEveryMs
      })
      .finally(() => (preparing = undefined))
  }

  /** Opens up to `count` rounds for bets. Returns how many it opened. */
  async function offer(tx: Tx, count: number): Promise<number> {
    for (let n = 0; n < count; n++) {
      const chain = await chainToPlay(tx)
      if (!chain) return n
      const gameNo = chain.offered + 1
      const roundId = `${chain.salt.slice(0, 16)}-crash-${gameNo}`
      const { id } = await openRound(tx, own, { roundId, locksAt: null })
      await store.insertRound(tx, { id, roundId, chainId: chain.chainId, gameNo })
    }
    return count
  }

  /** The hash and crash point of a round, from the secret of its chain. Throws `SecretLost`. */
  async function resultOf(round: store.CrashRoundRow): Promise<{ hash: string; crashPoint: number }> {
    const chain = await chainById(db, round.chainId)
    invariant(chain?.salt, `round ${round.roundId} has no chain with a salt`)
    const hash = await chains.hashOf(chain, round.gameNo)
    return { hash: toHex(hash), crashPoint: pointOf({ salt: chain.salt, hash }) }
  }

  async function takeOff(round: store.CrashRoundRow): Promise<void> {
    const { hash, crashPoint } = await resultOf(round)
    const { start, late } = await change(async (tx) => {
      invariant(await lockRound(tx, own, round.id), `round ${round.roundId} was not open`)
      const { late } = await voidLateIn(tx, round.id)
      const rows = await allOpenBets(tx, round.id)
      await offer(tx, 1)
      const [startedMs, offsetMs] = [monotonicMs(), clock.offsetMs()]
      await store.startFlight(tx, round.id)
      return { late, start: { round: round.id, startedMs, offsetMs, crashPoint, hash, rows } }
    })
    cashOuts = openCashOuts(deps, own, start)
    if (start.rows.length > 0) unsettledFlights.set(round.id, cashOuts)
    heartbeatAtMs = monotonicMs()
    deps.onCashOuts(cashOuts)
    deps.onChanged()
    deps.onDecided(late)
  }

  /**
   * Voids a batch of the stakes that waited too long for this round. Returns true if there may be more: the flight starts only after the
   * last batch.
   */
  async function voidLate(round: store.CrashRoundRow): Promise<boolean> {
    const { late, more } = await transact(db, async (tx) => {
      await own.check(tx)
      await lockRounds(tx, [round.roundId])
      return voidLateIn(tx, round.id)
    })
    deps.onDecided(late)
    return more
  }

  async function voidLateIn(tx: Tx, round: number): Promise<{ late: DecidedBet[]; more: boolean }> {
    const rows = await lateBets(tx, { seconds: waitSecondsMax, most: lateBatchMax, round })
    const late = await decideOnce(ledger, tx, rows.map(voided))
    return { late, more: rows.length === lateBatchMax && late.length > 0 }
  }

  /** Ends a crashed round and publishes its hash and crash point. The next step schedules the next round. */
  async function end(round: store.CrashRoundRow, facts: { hash: string; crashPoint: number; unwatched: boolean }) {
    await change(async (tx) => {
      invariant(await endRound(tx, own, round.id), `round ${round.roundId} was not in flight`)
      await store.publishCrash(tx, { id: round.id, ...facts })
    })
    deps.onChanged()
    deps.onOver()
  }

  /** Advances the flight. Returns the milliseconds until the next action. */
  async function fly(round: store.CrashRoundRow, at: FlightCashOuts): Promise<number> {
    const { crashMs, crashPoint } = at.flight
    if (at.flownMs() >= crashMs) {
      at.crashed()
      await end(round, { hash: at.hash, crashPoint, unwatched: false })
      return 0
    }
    at.payDue()
    decideOthers(at)
    if (monotonicMs() >= heartbeatAtMs + heartbeatMs) {
      heartbeatAtMs = monotonicMs()
      const flownMs = Math.min(at.flownMs(), crashMs)
      await transact(db, async (tx) => {
        await own.check(tx)
        await store.storeHeartbeat(tx, round.id, flownMs)
      })
    }
    const ms = at.flownMs()
    return Math.max(0, Math.min(crashMs - ms, (at.flight.nextDueMs() ?? crashMs) - ms, forwardedPollMs))
  }

  /** Decides cash-outs forwarded by other processes, in the background. */
  function decideOthers(at: FlightCashOuts): void {
    if (monotonicMs() < decidedAtMs + forwardedPollMs) return
    decidedAtMs = monotonicMs()
    deciding ??= forwarded.decide(at).finally(() => (deciding = undefined))
  }

  /** Ends a flight whose owner died. It ends at the crash point that its commitment fixes. */
  async function endUnwatched(round: store.CrashRoundRow): Promise<number> {
    const facts = await resultOf(round)
    await end(round, { ...facts, unwatched: reachedAt(facts.crashPoint) > (round.flownMs ?? 0) })
    return 0
  }

  return {
    /** Makes the change that is due, if any. Returns the milliseconds until the next step. Throws `SecretLost`. */
    async step(): Promise<number> {
      state ??= await load()
      const { rounds, last } = state
      const [round] = rounds
      if (round?.state === 'locked') return cashOuts?.round === round.id ? fly(round, cashOuts) : endUnwatched(round)
      prepare()
      if (rounds.length < offeredAtOnce && monotonicMs() >= offersAfterMs) {
        offersAfterMs = monotonicMs() + prepareEveryMs
        if ((await change((tx) => offer(tx, offeredAtOnce - rounds.length))) > 0) return 0
      }
      if (!round && prepareError) throw prepareError
      if (!round) return prepareEveryMs
      if (!round.locksAt) {
        const shownUntil = last?.endedAt ? last.endedAt.getTime() + cycle.crashedMs : 0
        const locksAt = new Date(Math.max(shownUntil, clock.now()) + cycle.bettingMs)
        await change((tx) => scheduleRound(tx, own, round.id, locksAt))
        deps.onChanged()
        return 0
      }
      const waitMs = round.locksAt.getTime() - clock.now()
      if (waitMs > 0) return waitMs
      if (!(await voidLate(round))) await takeOff(round)
      return 0
    },

    /** Drops the cached state after a fault. A running flight continues. */
    forget: (): void => void (state = undefined),

    /** The cash-outs of a flight of this process with bets that are not settled. */
    cashOutsOf: (round: number): FlightCashOuts | undefined => unsettledFlights.get(round),
    /** Forgets the cash-outs of a settled round. */
    settled: (round: number): void => void unsettledFlights.delete(round),

    /** Voids the rounds of a chain whose secret is lost. */
    async voidChain(chainId: string, reason: string): Promise<void> {
      await change(async (tx) => {
        await own.check(tx)
        for (const round of await store.unfinished(tx))
          if (round.chainId === chainId) await voidRound(tx, own, round.id, reason)
        await markChainLost(tx, chainId, reason)
      })
      deps.onChanged()
      deps.onOver()
    },

    /** Waits for background work after ownership has ended. */
    async close(): Promise<void> {
      deps.onCashOuts(undefined)
      await Promise.all([preparing, deciding])
    },
  }
}

async function allOpenBets(tx: Tx, round: number): Promise<CrashBetRow[]> {
  const rows: CrashBetRow[] = []
  for (;;) {
    const page = await openBets(tx, { round, after: rows.at(-1)?.betId ?? 0n, most: betsAtOnce })
    rows.push(...page)
    if (page.length < betsAtOnce) return rows
  }
}
