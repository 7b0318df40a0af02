import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { monotonicMs, type SettableClock } from '#platform/clock'
import type { Db } from '#platform/db'
import { isUnavailable, OutcomeUnknown } from '#platform/db-faults'
import { random } from '#platform/random'
import type { Desk } from './desk.ts'

type Clock = Pick<SettableClock, 'now'>
type Question = {
  readonly round: number
  readonly betId: bigint
  readonly bettor: bigint
  readonly command: string
  readonly readAtMs: number
}
export type Answered = 'out' | 'too_early' | 'too_late' | 'not_found' | 'id_reused' | 'overloaded'

const pollMs = 15
const answerMsMax = 5000
const asksAtOnce = 500
/** Clocks of two machines differ: a moment in the past is believed up to this far. */
const believedMs = 250

/**
 * Asks the owner of the flight, which is another process, to judge a cash-out that this one read. Throws `OutcomeUnknown` where no
 * owner answers in time.
 */
export async function askOwner(db: Db, clock: Clock, question: Question): Promise<Answered> {
  const { round, betId, bettor, command, readAtMs } = question
  const askId = random.uuid()
  const readAt = new Date(clock.now() - (monotonicMs() - readAtMs))
  await sql`
    insert into games.crash_ask (ask_id, round, bet_id, bettor, command, read_at)
    values (${askId}::uuid, ${round}::int, ${betId}::bigint, ${bettor}::bigint, ${command}::uuid, ${readAt}::timestamptz)`.execute(
    db,
  )
  const untilMs = monotonicMs() + answerMsMax
  while (monotonicMs() < untilMs) {
    // The bet is committed before its answer: it may be out by this very command already.
    const { rows } = await sql<{ answer: Answered | null; decided: boolean }>`
      select case when b.state = 'won' and b.command = a.command then 'out' else a.answer end as answer, b.state <> 'open' as decided
      from games.crash_ask a left join games.crash_bet b using (bet_id) where a.ask_id = ${askId}::uuid`.execute(db)
    const [row] = rows
    if (row?.answer) return row.answer
    if (!row || row.decided) return 'too_late'
    await wait(pollMs)
  }
  throw new OutcomeUnknown('the owner of the game did not answer')
}

type Ask = {
  readonly askId: string
  readonly betId: bigint
  readonly bettor: bigint
  readonly command: string
  readonly readAt: Date
}

/** Judges what other processes have asked about the flight of this one, and answers them after the commits. */
export async function answerAsked(db: Db, desk: Desk, clock: Clock): Promise<void> {
  const { rows } = await sql<Ask>`
    select ask_id as "askId", bet_id as "betId", bettor, command, read_at as "readAt" from games.crash_ask
    where round = ${desk.round}::int and answer is null limit ${asksAtOnce}::int`.execute(db)
  if (rows.length === 0) return
  const [nowMs, now] = [monotonicMs(), clock.now()]
  const answers = await Promise.all(
    rows.map(async (ask): Promise<Answered> => {
      const agoMs = Math.min(believedMs, Math.max(0, now - ask.readAt.getTime()))
      try {
        return (await desk.cashOut({ ...ask, readAtMs: nowMs - agoMs })).kind
      } catch (error) {
        return isUnavailable(error) ? 'overloaded' : 'too_late'
      }
    }),
  )
  await sql`
    update games.crash_ask a set answer = d.answer
    from unnest(${rows.map(({ askId }) => askId)}::uuid[], ${answers}::text[]) as d (ask_id, answer)
    where a.ask_id = d.ask_id`.execute(db)
}
