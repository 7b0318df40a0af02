import { fromHex, sha256, toHex, type Bytes } from '@nare/fair/hash'
import { noStats } from '@nare/fantasy/scoring'
import type { Background } from '#platform/background'
import { transact, type Db, type Tx } from '#platform/db'
import type { Sealing } from '#platform/sealing'
import { squadsByClub, statsOf, factsOf, type WeekFacts } from './facts.ts'
import { markPaid, storePrizes, unpaidPrizes, type Prize } from './prize-store.ts'
import { scoreTeams, storeStats } from './score-store.ts'
import * as store from './week-store.ts'

/** Pays promo points once for each id. */
export type Award = (tx: Tx, prize: { id: string; bettor: bigint; points: number; about: string }) => Promise<unknown>

export type WeeksDeps = {
  readonly db: Db
  readonly background: Background
  readonly sealing: Sealing
  readonly award: Award
  /** Called after a prize was paid. */
  readonly onPaid: (bettor: bigint) => void
}

export type Scoring = {
  readonly week: store.WeekRow
  readonly players: readonly store.PlayerRow[]
  readonly facts: WeekFacts
}

export type Weeks = ReturnType<typeof openWeeks>

/** Advances the weeks: updates deadlines to the first kick-off, scores teams from the matches, and stores prizes at the end. */
export function openWeeks({ db, background, sealing, award, onPaid }: WeeksDeps) {
  /** The seed of a catalog week; undefined for a Nare week. Throws if it cannot be opened or does not match its commitment. */
  async function seedOf(on: Db | Tx, week: store.WeekRow): Promise<Bytes | undefined> {
    if (week.kind === 'nare') return undefined
    // The seed of a finished week is public, and was checked when it was published.
    if (week.seed !== null) return fromHex(week.seed)
    const sealed = await store.secretOf(on, week.weekNo)
    const seed = sealed && (await sealing.open(week.weekId, sealed))
    if (!seed || toHex(sha256(seed)) !== week.commitment)
      throw new Error(`the seed of week ${week.weekId} cannot be opened`)
    return seed
  }

  /** Advances a week according to its matches. Only one transaction works on a week at a time. */
  async function advance(weekNo: number): Promise<void> {
    await transact(db, async (tx) => {
      const week = await store.lockWeekToAdvance(tx, weekNo)
      if (!week) return
      const players = await store.playersOf(tx, weekNo)
      const seed = await seedOf(tx, week)
      const facts = await factsOf(tx, { week, squads: squadsByClub(players), seed })
      const state = await start(tx, week, facts)
      if (state === 'open') return
      await score(tx, { week, players, facts })
      if (!facts.isOver) return
      await store.setOver(tx, { weekNo, seed: seed ? toHex(seed) : null })
      await storePrizes(tx, weekNo)
    })
  }

  /** Starts a week at its deadline, or as soon as a match has started. Until then updates the deadline to the first kick-off. */
  async function start(
    tx: Tx,
    week: store.WeekRow,
    { kicksOffAt, hasStarted }: WeekFacts,
  ): Promise<store.WeekRow['state']> {
    if (week.state !== 'open') return week.state
    const deadline = kicksOffAt ?? week.deadline
    if (!hasStarted && deadline > week.now) {
      if (deadline.getTime() !== week.deadline.getTime()) await store.setDeadline(tx, week.weekNo, deadline)
      return 'open'
    }
    await store.setRunning(tx, week.weekNo)
    return 'running'
  }

  /** Scores all teams again if the statistics of players have changed. Returns whether they have. */
  async function score(tx: Tx, { week, players, facts }: Scoring): Promise<boolean> {
    const stats = statsOf(facts.matches)
    const scored = players.map(({ n, id, position }) => ({ n, position, ...(stats.get(id) ?? noStats) }))
    const hash = toHex(
      sha256(JSON.stringify(scored.map(({ starts, goals, cleanSheets }) => [starts, goals, cleanSheets]))),
    )
    if (hash === week.facts) return false
    await storeStats(tx, week.weekNo, scored, hash)
    await scoreTeams(tx, week.weekNo, scored)
    return true
  }

  return {
    seedOf,
    score,

    /** Advances every unfinished week. */
    advanceAll: () =>
      background.workThroughDue({
        what: 'fantasy week',
        id: ({ weekId }) => weekId,
        next: () => store.unfinishedWeeks(db),
        work: ({ weekNo }: store.WeekRow) => advance(weekNo),
      }),

    /** Pays stored prizes, each in its own transaction, which also marks the prize as paid. Returns the number of prizes paid. */
    async payPrizes(): Promise<number> {
      let paid = 0
      await background.workThroughDue({
        what: 'fantasy prize',
        id: ({ weekId, bettor, part }) => `${weekId}/${bettor}/${part}`,
        next: ({ after, count }) => unpaidPrizes(db, { after, most: count }),
        async work(prize: Prize) {
          const isPaid = await transact(db, async (tx) => {
            const isOurs = await markPaid(tx, prize)
            if (isOurs) await award(tx, awardOf(prize))
            return isOurs
          })
          if (!isPaid) return
          paid++
          onPaid(prize.bettor)
        },
      })
      return paid
    },
  }
}

function awardOf({ weekId, bettor, part, points }: Prize): Parameters<Award>[1] {
  const id = `fantasy/${weekId}/${bettor}${part > 0 ? `/${part}` : ''}`
  return { id, bettor, points, about: `points/fantasy/${weekId}` }
}
