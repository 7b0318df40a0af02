import { minuteAfter, shownAfterMs } from '@nare/league/playout'
import type { LeagueCycle } from '#config-league'
import { monotonicMs, type Clock } from '#platform/clock'
import { transact, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Ownership } from '#platform/owners'
import { endRound, lockRound, openRound, voidRound } from '#platform/rounds'
import { latestEndedRounds, roundsOnOffer, type OfferedRound } from '../rounds/rounds.ts'
import { latestSeasons, type SeasonRow, type SeasonTables } from '../seasons/seasons.ts'
import { drawRound, type DrawnRound } from './drawing.ts'
import { drawSalt, linksOf, publishSeason, type PublishingDeps } from './publishing.ts'
import * as store from './round-store.ts'
import { laterOf, timetable } from './timetable.ts'

export type EngineDeps = PublishingDeps & {
  readonly clock: Clock
  readonly cycle: LeagueCycle
  readonly tablesOf: (seasonId: string) => Promise<SeasonTables>
  /** Called after each commit that changes what the public sees. */
  readonly onChanged: (competitionId: string) => void
  /** Called after rounds were opened for bets. */
  readonly onOffered: (competitionId: string) => void
  /** Called when rounds wait to be settled. */
  readonly onSettlementDue: () => void
}

/** The number of rounds on offer: the current one and the next two. */
export const offeredAtOnce = 3
/** The next season is published when this many rounds of the current season are left. */
const publishedBefore = 3
const saltPollMs = 1000

/** State cached by the owner. Only the owner writes these rows, so it reads them again only after its own changes. */
type State = {
  readonly seasons: readonly SeasonRow[]
  readonly onOffer: readonly OfferedRound[]
  readonly last: OfferedRound | undefined
}

/** Runs one competition in steps. Each step makes at most one change and returns when the next one is due. */
export function openEngine(deps: EngineDeps, ownership: Ownership, competitionId: string) {
  const { db, clock, cycle } = deps
  const times = timetable(cycle, competitionId)
  const checkedSeasons = new Set<string>()
  let state: State | undefined
  let drawn: DrawnRound | undefined
  /** The earliest time of the next `prepare`. While the next season has no salt, it runs once a second. */
  let preparesAfterMs = 0
  let prepared = false
  let publishedMinute: { roundId: string; minute: number } | undefined

  async function load(): Promise<State> {
    const [seasons, onOffer] = [await latestSeasons(db, competitionId, 3), await roundsOnOffer(db, competitionId)]
    return { seasons, onOffer, last: onOffer.at(-1) ?? (await latestEndedRounds(db, competitionId, 1))[0] }
  }

  async function change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await transact(db, work)
    } finally {
      state = undefined
    }
  }

  /**
   * Publishes the next season when it is due, even if the current one has already ended because no salt was available in time or the clock
   * jumped. Returns false if there is nothing to do.
   */
  async function prepareSeasons({ seasons: [newest], onOffer: [current] }: State): Promise<boolean> {
    const ends =
      current?.seasonId === newest?.seasonId && (current?.roundNumber ?? 0) > (current?.rounds ?? 0) - publishedBefore
    if (newest?.endedAt === null && !ends) return false
    await publishSeason(deps, ownership, { competitionId, number: (newest?.number ?? 0) + 1 })
    state = undefined
    deps.onChanged(competitionId)
    return true
  }

  /** Opens the next rounds for bets, each in the slot after the previous round. */
  async function offerRounds(tx: Tx, last: OfferedRound | undefined, count: number): Promise<number> {
    const coming = await store.comingRounds(tx, competitionId, count)
    let before = last && { endsAtMs: last.endsAt.getTime(), seasonId: last.seasonId }
    for (const { roundId, seasonId } of coming) {
      const first = times.first(clock.now())
      const slot = before
        ? laterOf(first, times.after(before.endsAtMs, { newSeason: before.seasonId !== seasonId }))
        : first
      await openRound(tx, ownership, { roundId, locksAt: new Date(slot.locksAtMs) })
      await store.setTimes(tx, roundId, slot)
      before = { endsAtMs: slot.endsAtMs, seasonId }
    }
    return coming.length
  }

  async function end(round: OfferedRound, { last, onOffer }: State, result: DrawnRound): Promise<void> {
    await change(async (tx) => {
      invariant(await endRound(tx, ownership, round.lockId), `round ${round.roundId} was not locked`)
      await store.publishResult(tx, result)
      if (round.roundNumber === round.rounds) await store.markSeasonEnded(tx, round.seasonId)
      await offerRounds(tx, last, offeredAtOnce - onOffer.length + 1)
    })
    drawn = undefined
    deps.onChanged(competitionId)
    deps.onOffered(competitionId)
    deps.onSettlementDue()
  }

  async function publishMinute(round: OfferedRound, { matches }: DrawnRound, minute: number): Promise<void> {
    const { roundId } = round
    if (publishedMinute?.roundId === roundId && publishedMinute.minute >= minute) return
    await transact(db, async (tx) => {
      await ownership.check(tx)
      await store.storeMinute(tx, { competitionId, roundId, minute, matches })
    })
    publishedMinute = { roundId, minute }
    deps.onChanged(competitionId)
  }

  /** Advances a locked round: publishes the current minute or ends the round. Returns the milliseconds until the next change. */
  async function play(round: OfferedRound, snapshot: State): Promise<number> {
    if (drawn?.roundId !== round.roundId) drawn = await drawRound(deps, round)
    const [startMs, endMs] = [round.kicksOffAt.getTime(), round.endsAt.getTime()]
    const nowMs = clock.now()
    if (nowMs >= endMs) {
      await end(round, snapshot, drawn)
      return 0
    }
    if (nowMs < startMs) return startMs - nowMs
    const minute = minuteAfter(nowMs - startMs, endMs - startMs)
    await publishMinute(round, drawn, minute)
    return Math.min(endMs, startMs + shownAfterMs(minute + 1, endMs - startMs)) - clock.now()
  }

  /**
   * Advances the current round if it is due. A problem with later rounds does not stop it. Returns the milliseconds until its next change.
   */
  async function advance(snapshot: State): Promise<number> {
    const [round] = snapshot.onOffer
    if (!round) return saltPollMs
    if (round.state === 'locked') return play(round, snapshot)
    const waitMs = round.locksAt.getTime() - clock.now()
    if (waitMs > 0) return waitMs
    await change((tx) => lockRound(tx, ownership, round.lockId))
    deps.onChanged(competitionId)
    return 0
  }

  /** Prepares coming rounds: publishes seasons, draws their salts, and opens rounds for bets. Returns false if there is nothing to do. */
  async function prepare(snapshot: State): Promise<boolean> {
    if (await prepareSeasons(snapshot)) return true
    const [newest] = snapshot.seasons
    if (newest?.salt === null && newest.lost === null && (await drawSalt(deps, ownership, newest))) {
      state = undefined
      return true
    }
    for (const season of snapshot.seasons) await checkSecret(season)
    const missing = offeredAtOnce - snapshot.onOffer.length
    if (missing <= 0) return false
    const offered = await change((tx) => offerRounds(tx, snapshot.last, missing))
    if (offered > 0) {
      deps.onChanged(competitionId)
      deps.onOffered(competitionId)
    } else preparesAfterMs = monotonicMs() + saltPollMs
    return offered > 0
  }

  return {
    /** Makes the change that is due, if any. Returns the milliseconds until the next step. Throws `SecretLost`. */
    async step(): Promise<number> {
      state ??= await load()
      const snapshot = state
      const waitMs = await advance(snapshot)
      if (waitMs <= 0 || state !== snapshot) return 0
      if (monotonicMs() < preparesAfterMs) return waitMs
      const changed = await prepare(snapshot)
      prepared = true
      return changed ? 0 : waitMs
    },

    /** Drops the cached state after a fault. */
    forget(): void {
      state = undefined
      drawn = undefined
      prepared = false
    },

    /** Whether `prepare` has succeeded since the last fault. */
    isPrepared: (): boolean => prepared,

    /** Voids the rounds of a season whose secret is lost, and ends it. */
    async voidSeason(seasonId: string, reason: string): Promise<void> {
      await change(async (tx) => {
        await ownership.check(tx)
        for (const round of await roundsOnOffer(tx, competitionId))
          if (round.seasonId === seasonId) await voidRound(tx, ownership, round.lockId, reason)
        await store.markSeasonLost(tx, seasonId, reason)
      })
      deps.onChanged(competitionId)
      deps.onSettlementDue()
    },
  }

  /** Checks once per running season that its secret can be decrypted, well before it is needed. */
  async function checkSecret(season: SeasonRow): Promise<void> {
    if (season.endedAt || season.lost !== null || checkedSeasons.has(season.seasonId)) return
    await linksOf(deps, season)
    checkedSeasons.add(season.seasonId)
  }
}
