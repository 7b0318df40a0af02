import { sql } from 'kysely'
import { toHex, type Bytes } from '@nare/fair/hash'
import { done, refused } from '@nare/contract/outcome'
import { transact, type Db, type Tx } from '#platform/db'
import { readPage, type OrderKey, type Page, type Paged } from '#platform/paging'
import { squadsByClub, factsOf } from './facts.ts'
import { storePrizes } from './prize-store.ts'
import { stateOf } from './views.ts'
import * as store from './week-store.ts'
import type { Scoring } from './weeks.ts'

export type OperatedWeek = Pick<
  store.WeekRow,
  'weekId' | 'kind' | 'competition' | 'deadline' | 'teams' | 'closedBy' | 'voidedBy'
> & {
  readonly state: 'open' | 'closed' | 'running' | 'over' | 'void'
  /** The number of winners, the promo points they have won, and the points already paid. */
  readonly winners: number
  readonly won: number
  readonly paid: number
}

type Deps = {
  readonly db: Db
  readonly seedOf: (on: Tx, week: store.WeekRow) => Promise<Bytes | undefined>
  readonly score: (tx: Tx, scoring: Scoring) => Promise<boolean>
}

/** Weeks can be corrected for 30 days. The events they are scored from are kept longer. */
const correctableMs = 30 * 86_400_000

const weekState = sql<OperatedWeek['state']>`
  case when w.voided_by is not null then 'void' when w.state <> 'open' then w.state when w.deadline <= platform.now() then 'running'
    when w.closed_by is not null then 'closed' else 'open' end`
const columns = sql`w.week_id as "weekId", w.kind, w.competition, w.deadline, w.closed_by as "closedBy", w.voided_by as "voidedBy",
  ${weekState} as state,
  case when w.state = 'open' then (select count(*)::int from fantasy.team t where t.week_no = w.week_no) else w.teams end as teams,
  p.winners, p.won, p.paid`
const from = sql`fantasy.week w cross join lateral (
  select count(distinct bettor_id)::int as winners, coalesce(sum(points), 0)::int as won,
    coalesce(sum(points) filter (where paid_at is not null), 0)::int as paid
  from fantasy.prize where week_no = w.week_no) p`

const order: OrderKey[] = [
  { by: sql`w.deadline`, type: 'time', desc: true },
  { by: sql`w.week_no`, type: 'number', desc: true },
]

/** The commands of operators on fantasy weeks: list, close, void and correct. Points always follow from the results. */
export function openOperating({ db, seedOf, score }: Deps) {
  /** Runs a change under the lock of the week, which waits for teams that are being saved. */
  function change<T>(weekId: string, work: (tx: Tx, week: store.WeekRow) => Promise<T>) {
    return transact(db, async (tx) => {
      const week = await store.lockWeekForChange(tx, weekId)
      return week ? work(tx, week) : refused('not_found')
    })
  }

  return {
    /** A page of all weeks, or of those in a state. */
    list: ({
      state,
      ...page
    }: Page & { readonly state?: OperatedWeek['state'] | undefined }): Promise<Paged<OperatedWeek>> =>
      readPage(
        db,
        { columns, from: state === undefined ? from : sql`${from} where ${weekState} = ${state}`, order },
        page,
      ),

    /** Closes a week for new teams before its deadline, or reopens it. */
    switchEntry: (weekId: string, { open, operator }: { open: boolean; operator: string }) =>
      change(weekId, async (tx, week) => {
        if (stateOf({ ...week, closedBy: null }) !== 'open') return refused('deadline_passed')
        await store.setClosedBy(tx, week.weekNo, open ? null : operator)
        return done(open ? ('open' as const) : ('closed' as const))
      }),

    /** Ends an unfinished week without prizes. */
    voidWeek: (weekId: string, operator: string) =>
      change(weekId, async (tx, week) => {
        const { weekNo, state } = week
        if (state === 'over') return refused('not_allowed', undefined, 'This week is over already')
        // Voiding must work without the seed: it is the only way to end a week whose seed cannot be opened.
        const seed = await seedOf(tx, week).catch(() => undefined)
        if (state === 'open') await store.setRunning(tx, weekNo)
        await store.setOver(tx, { weekNo, seed: seed ? toHex(seed) : null, voidedBy: operator })
        return done('void' as const)
      }),

    /**
     * Scores a finished week again by the current results. Bettors who have now won more are owed the difference; nobody pays anything
     * back.
     */
    correct: (weekId: string) =>
      change(weekId, async (tx, week) => {
        const { weekNo, overAt, voidedBy, now } = week
        if (voidedBy !== null || overAt === null || now.getTime() - overAt.getTime() > correctableMs)
          return refused('not_available', undefined, 'Only a week that ended in the last 30 days can be corrected')
        const players = await store.playersOf(tx, weekNo)
        const facts = await factsOf(tx, { week, squads: squadsByClub(players), seed: await seedOf(tx, week) })
        if (!facts.isOver) return refused('not_available', undefined, 'A match of this week has no final result')
        const changed = await score(tx, { week, players, facts })
        return done({ changed, owed: changed ? await storePrizes(tx, weekNo) : 0 })
      }),
  }
}
