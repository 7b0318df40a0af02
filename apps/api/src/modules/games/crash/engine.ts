import { crashPoint as pointOf, reachedAt } from '@nare/games/crash'
import { toHex } from '@nare/fair/hash'
import type { CrashCycle } from '#config-crash'
import { monotonicMs, type SettableClock } from '#platform/clock'
import { transact, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { oncePerSecond } from '#platform/log'
import type { Ownership } from '#platform/owners'
import { endRound, lockRound, lockRounds, openRound, scheduleRound, voidRound } from '#platform/rounds'
import { answerAsked } from './asks.ts'
import { openBets, waitedTooLong, type CrashBetRow } from './bet-store.ts'
import { chainById, chainToPlay, markChainLost } from './chain-store.ts'
import { openChains, type ChainDeps } from './chains.ts'
import { openDesk, type Desk, type DeskDeps } from './desk.ts'
import { decideOnce, voided, type DecidedBet } from './paying.ts'
import * as store from './round-store.ts'

export type EngineDeps = ChainDeps &
  DeskDeps & {
    readonly clock: SettableClock
    readonly cycle: CrashCycle
    /** Called after each commit that changes the phase. */
    readonly onChanged: () => void
    /** Called when the process can take cash-outs, and with undefined when it cannot any more. */
    readonly onDesk: (desk: Desk | undefined) => void
    /** Called when a round waits to be settled. */
    readonly onOver: () => void
    /** The maximum number of late stakes that one transaction voids. */
    readonly lateBatchMax?: number
  }

/** The round that takes bets and the one after it, so that a stake that meets a take-off has locked its round already. */
const offeredAtOnce = 2
/** Stakes that waited longer than this for their flight are void. */
export const waitSecondsMax = 60
const beatMs = 1000
const askMs = 25
const prepareEveryMs = 1000
const betsAtOnce = 5000
/** Flights whose settlement may wait for the database. */
const desksMax = 20

type State = { readonly rounds: readonly store.CrashRoundRow[]; readonly last: store.CrashRoundRow | undefined }

/** The game, moved by its owner in steps: each makes at most one change and says when the next is due. */
export function openEngine(deps: EngineDeps, own: Ownership) {
  const { db, clock, cycle, ledger, log, lateBatchMax = betsAtOnce } = deps
  const chains = openChains(deps, own)
  let state: State | undefined
  let desk: Desk | undefined
  const desks = new Map<number, Desk>()
  let preparing: Promise<void> | undefined
  let asking: Promise<void> | undefined
  let [beatAtMs, askedAtMs, preparesAfterMs, offersAfterMs] = [0, 0, 0, 0]
  let failure: Error | undefined
  const logAskFault = oncePerSecond((facts) => log.warn(facts, 'cash-outs sent by other processes were not decided'))

  const load = async (): Promise<State> => ({ rounds: await store.unfinished(db), last: await store.lastEnded(db) })

  async function change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await transact(db, work)
    } finally {
      state = undefined
    }
  }

  /** Publishes chains and draws salts beside the game. A fault of it is thrown by the next step that needs a chain. */
  function prepare(): void {
    if (monotonicMs() < preparesAfterMs) return
    preparing ??= chains
      .prepare()
      .then((changed) => {
        failure = undefined
        preparesAfterMs = changed ? 0 : monotonicMs() + prepareEveryMs
        if (!changed) return
        state = undefined
        offersAfterMs = 0
      })
      .catch((error: unknown) => {
        failure = error instanceof Error ? error : new Error('preparing a chain failed', { cause: error })
        preparesAfterMs = monotonicMs() + prepareEveryMs
      })
      .finally(() => (preparing = undefined))
  }

  /** Puts the next games on offer. Returns how many. */
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

  /** What decides a round, from the secret of its chain. Throws `SecretLost`. */
  async function drawn(round: store.CrashRoundRow): Promise<{ hash: string; crashPoint: number }> {
    const chain = await chainById(db, round.chainId)
    invariant(chain?.salt, `round ${round.roundId} has no chain with a salt`)
    const hash = await chains.hashOf(chain, round.gameNo)
    return { hash: toHex(hash), crashPoint: pointOf({ salt: chain.salt, hash }) }
  }

  async function takeOff(round: store.CrashRoundRow): Promise<void> {
    const { hash, crashPoint } = await drawn(round)
    const { start, late } = await change(async (tx) => {
      invariant(await lockRound(tx, own, round.id), `round ${round.roundId} was not open`)
      const { late } = await voidLateIn(tx, round.id)
      const rows = await allOpenBets(tx, round.id)
      await offer(tx, 1)
      const [startedMs, offsetMs, at] = [monotonicMs(), clock.offsetMs(), clock.date()]
      await store.startFlight(tx, round.id, at)
      return { late, start: { round: round.id, startedMs, offsetMs, crashPoint, hash, rows } }
    })
    desk = openDesk(deps, own, start)
    desks.set(round.id, desk)
    for (const [oldest] of desks) if (desks.size > desksMax) desks.delete(oldest)
    beatAtMs = monotonicMs()
    deps.onDesk(desk)
    deps.onChanged()
    deps.onDecided(late)
  }

  /** Voids a batch of the stakes that waited too long for this round. True if more may be left: they are void before the flight starts. */
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
    const rows = await waitedTooLong(tx, { seconds: waitSecondsMax, most: lateBatchMax, round })
    const late = await decideOnce(ledger, tx, rows.map(voided))
    return { late, more: rows.length === lateBatchMax && late.length > 0 }
  }

  /** Ends a round that is over and publishes what decided it. The next step sets when the next one flies. */
  async function end(round: store.CrashRoundRow, facts: { hash: string; crashPoint: number; unwatched: boolean }) {
    await change(async (tx) => {
      invariant(await endRound(tx, own, round.id), `round ${round.roundId} was not in flight`)
      await store.publishCrash(tx, { id: round.id, ...facts })
    })
    deps.onChanged()
    deps.onOver()
  }

  /** Moves the flight. Returns the milliseconds until something is due. */
  async function fly(round: store.CrashRoundRow, at: Desk): Promise<number> {
    const { crashMs, crashPoint } = at.flight
    if (at.flownMs() >= crashMs) {
      await end(round, { hash: at.hash, crashPoint, unwatched: false })
      return 0
    }
    at.payDue()
    answerOthers(at)
    if (monotonicMs() >= beatAtMs + beatMs) {
      beatAtMs = monotonicMs()
      const flownMs = Math.min(at.flownMs(), crashMs)
      await transact(db, async (tx) => {
        await own.check(tx)
        await store.beat(tx, round.id, flownMs)
      })
    }
    const ms = at.flownMs()
    return Math.max(0, Math.min(crashMs - ms, (at.flight.nextDueMs() ?? crashMs) - ms, askMs))
  }

  /** Judges what other processes have asked, beside the flight. */
  function answerOthers(at: Desk): void {
    if (monotonicMs() < askedAtMs + askMs) return
    askedAtMs = monotonicMs()
    asking ??= answerAsked(db, at, clock)
      .catch((error: unknown) => logAskFault({ err: error }))
      .finally(() => (asking = undefined))
  }

  /** Ends a flight whose owner is gone at its committed point. */
  async function endUnwatched(round: store.CrashRoundRow): Promise<number> {
    const facts = await drawn(round)
    await end(round, { ...facts, unwatched: reachedAt(facts.crashPoint) > (round.flownMs ?? 0) })
    return 0
  }

  return {
    /** Makes the change that is due, if any. Returns the milliseconds until the next one. Throws `SecretLost`. */
    async step(): Promise<number> {
      state ??= await load()
      const { rounds, last } = state
      const [round] = rounds
      if (round?.state === 'locked') return desk?.round === round.id ? fly(round, desk) : endUnwatched(round)
      prepare()
      if (rounds.length < offeredAtOnce && monotonicMs() >= offersAfterMs) {
        offersAfterMs = monotonicMs() + prepareEveryMs
        if ((await change((tx) => offer(tx, offeredAtOnce - rounds.length))) > 0) return 0
      }
      if (!round && failure) throw failure
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

    /** Forgets what was read, after a fault. A flight goes on. */
    forget: (): void => void (state = undefined),

    /** The cash-outs of one of the last flights of this process. */
    deskOf: (round: number): Desk | undefined => desks.get(round),

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

    /** Waits for work beside the game, when ownership has ended. */
    async close(): Promise<void> {
      deps.onDesk(undefined)
      await Promise.all([preparing, asking])
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
