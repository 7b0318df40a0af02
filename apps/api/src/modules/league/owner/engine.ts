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
import { later, timetable } from './timetable.ts'

export type EngineDeps = PublishingDeps & {
  readonly clock: Clock
  readonly cycle: LeagueCycle
  readonly tablesOf: (seasonId: string) => Promise<SeasonTables>
  /** Called after each commit that changes what the public sees. */
  readonly onChanged: (competitionId: string) => void
  /** Called after rounds were put on offer. */
  readonly onOffered: (competitionId: string) => void
  /** Called when rounds wait to be settled. */
  readonly onOver: () => void
}

/** The present round and the next two. */
export const offeredAtOnce = 3
/** The next season is published while this many rounds of the present one are left. */
const publishedBefore = 3
const saltPollMs = 1000

/** What the owner knows; it is the only writer, so it reads again only after its own changes. */
type State = {
  readonly seasons: readonly SeasonRow[]
  readonly onOffer: readonly OfferedRound[]
  readonly last: OfferedRound | undefined
}

/** One competition, moved by its owner in steps: each makes at most one change and says when the next is due. */
export function openEngine(deps: EngineDeps, own: Ownership, competitionId: string) {
  const { db, clock, cycle } = deps
  const times = timetable(cycle, competitionId)
  const trusted = new Set<string>()
  let state: State | undefined
  let drawn: DrawnRound | undefined
  /** Rounds that wait for a salt are looked for once a second. */
  let preparesAfterMs = 0
  let prepared = false
  let shown: { roundId: string; minute: number } | undefined

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
   * Publishes the next season when it is due, also where the present one has ended meanwhile: its salt could not be named, or the clock
   * jumped. False if there is nothing to do.
   */
  async function prepareSeasons({ seasons: [newest], onOffer: [present] }: State): Promise<boolean> {
    const ends =
      present?.seasonId === newest?.seasonId && (present?.roundNumber ?? 0) > (present?.rounds ?? 0) - publishedBefore
    if (newest?.endedAt === null && !ends) return false
    await publishSeason(deps, own, { competitionId, number: (newest?.number ?? 0) + 1 })
    state = undefined
    deps.onChanged(competitionId)
    return true
  }

  /** Puts the next rounds on offer, each in the slot after the one before. */
  async function offerRounds(tx: Tx, last: OfferedRound | undefined, count: number): Promise<number> {
    const coming = await store.comingRounds(tx, competitionId, count)
    let before = last && { endsAtMs: last.endsAt.getTime(), seasonId: last.seasonId }
    for (const { roundId, seasonId } of coming) {
      const first = times.first(clock.now())
      const slot = before
        ? later(first, times.after(before.endsAtMs, { newSeason: before.seasonId !== seasonId }))
        : first
      await openRound(tx, own, { roundId, locksAt: new Date(slot.locksAtMs) })
      await store.setTimes(tx, roundId, slot)
      before = { endsAtMs: slot.endsAtMs, seasonId }
    }
    return coming.length
  }

  async function end(round: OfferedRound, { last, onOffer }: State, result: DrawnRound): Promise<void> {
    await change(async (tx) => {
      invariant(await endRound(tx, own, round.lockId), `round ${round.roundId} was not locked`)
      await store.publishResult(tx, result)
      if (round.roundNumber === round.rounds) await store.markSeasonEnded(tx, round.seasonId)
      await offerRounds(tx, last, offeredAtOnce - onOffer.length + 1)
    })
    drawn = undefined
    deps.onChanged(competitionId)
    deps.onOffered(competitionId)
    deps.onOver()
  }

  async function show(round: OfferedRound, { matches }: DrawnRound, minute: number): Promise<void> {
    const { roundId } = round
    if (shown?.roundId === roundId && shown.minute >= minute) return
    await transact(db, async (tx) => {
      await own.check(tx)
      await store.showMinute(tx, { competitionId, roundId, minute, matches })
    })
    shown = { roundId, minute }
    deps.onChanged(competitionId)
  }

  /** Moves a locked round: shows the present minute, or ends it. Returns the milliseconds until the next change. */
  async function play(round: OfferedRound, present: State): Promise<number> {
    if (drawn?.roundId !== round.roundId) drawn = await drawRound(deps, round)
    const [startMs, endMs] = [round.kicksOffAt.getTime(), round.endsAt.getTime()]
    const nowMs = clock.now()
    if (nowMs >= endMs) {
      await end(round, present, drawn)
      return 0
    }
    if (nowMs < startMs) return startMs - nowMs
    const minute = minuteAfter(nowMs - startMs, endMs - startMs)
    await show(round, drawn, minute)
    return Math.min(endMs, startMs + shownAfterMs(minute + 1, endMs - startMs)) - clock.now()
  }

  /** Moves the present round where it is due, whatever becomes of later ones. Returns the milliseconds until its next change. */
  async function advance(present: State): Promise<number> {
    const [round] = present.onOffer
    if (!round) return saltPollMs
    if (round.state === 'locked') return play(round, present)
    const waitMs = round.locksAt.getTime() - clock.now()
    if (waitMs > 0) return waitMs
    await change((tx) => lockRound(tx, own, round.lockId))
    deps.onChanged(competitionId)
    return 0
  }

  /** Prepares coming rounds: publishes seasons, draws their salt, and puts rounds on offer. False if there is nothing to do. */
  async function prepare(present: State): Promise<boolean> {
    if (await prepareSeasons(present)) return true
    const [newest] = present.seasons
    if (newest?.salt === null && newest.lost === null && (await drawSalt(deps, own, newest))) {
      state = undefined
      return true
    }
    for (const season of present.seasons) await trust(season)
    const missing = offeredAtOnce - present.onOffer.length
    if (missing <= 0) return false
    const offered = await change((tx) => offerRounds(tx, present.last, missing))
    if (offered > 0) {
      deps.onChanged(competitionId)
      deps.onOffered(competitionId)
    } else preparesAfterMs = monotonicMs() + saltPollMs
    return offered > 0
  }

  return {
    /** Makes the change that is due, if any. Returns the milliseconds until the next one. Throws `SecretLost`. */
    async step(): Promise<number> {
      state ??= await load()
      const present = state
      const waitMs = await advance(present)
      if (waitMs <= 0 || state !== present) return 0
      if (monotonicMs() < preparesAfterMs) return waitMs
      const changed = await prepare(present)
      prepared = true
      return changed ? 0 : waitMs
    },

    /** Forgets what was read, after a fault. */
    forget(): void {
      state = undefined
      drawn = undefined
      prepared = false
    },

    /** Whether coming rounds were prepared without a fault since the last one. */
    isPrepared: (): boolean => prepared,

    /** Voids the rounds of a season whose secret is lost, and ends it. */
    async voidSeason(seasonId: string, reason: string): Promise<void> {
      await change(async (tx) => {
        await own.check(tx)
        for (const round of await roundsOnOffer(tx, competitionId))
          if (round.seasonId === seasonId) await voidRound(tx, own, round.lockId, reason)
        await store.markSeasonLost(tx, seasonId, reason)
      })
      deps.onChanged(competitionId)
      deps.onOver()
    },
  }

  /** Checks once that the secret of a season which is still played can be opened, long before it is needed. */
  async function trust(season: SeasonRow): Promise<void> {
    if (season.endedAt || season.lost !== null || trusted.has(season.seasonId)) return
    await linksOf(deps, season)
    trusted.add(season.seasonId)
  }
}
