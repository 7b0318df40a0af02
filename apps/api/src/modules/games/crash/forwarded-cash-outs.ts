import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { monotonicMs, type SettableClock } from '#platform/clock'
import type { Db } from '#platform/db'
import { isUnavailable, OutcomeUnknown } from '#platform/db-faults'
import { random } from '#platform/random'
import type { FlightCashOuts } from './cash-outs.ts'

type Clock = Pick<SettableClock, 'now'>
type ForwardedCashOut = {
  readonly round: number
  readonly betId: bigint
  readonly bettor: bigint
  readonly command: string
  readonly readAtMs: number
}
export type ForwardedResult = 'out' | 'too_early' | 'too_late' | 'not_found' | 'id_reused' | 'overloaded'

const pollMs = 15
const answerMsMax = 5000
const batchMax = 500
/** The maximum age of a cash-out that is accepted, because the clocks of two machines differ. */
const ageMsMax = 250

/**
 * Forwards a cash-out to the process that owns the flight, and waits for its decision. Throws `OutcomeUnknown` if no owner decides in time.
 */
export async function forwardCashOut(db: Db, clock: Clock, question: ForwardedCashOut): Promise<ForwardedResult> {
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
    // The owner commits the bet before it stores the answer: the bet may already be cashed out by this command.
    const { rows } = await sql<{ answer: ForwardedResult | null; decided: boolean }>`
      select case when b.state = 'won' and b.command = a.command then 'out' else a.answer end as answer, b.state <> 'open' as decided
      from games.crash_ask a left join games.crash_bet b using (bet_id) where a.ask_id = ${askId}::uuid`.execute(db)
    const [row] = rows
    if (row?.answer) return row.answer
    if (!row || row.decided) return 'too_late'
    await wait(pollMs)
  }
  throw new OutcomeUnknown('the owner of the crash game did not answer in time')
}

type AskRow = {
  readonly askId: string
  readonly betId: bigint
  readonly bettor: bigint
  readonly command: string
  readonly readAt: Date
}

/**
 * Decides the cash-outs that other processes forwarded to the flight of this process, and stores the answers after their commits. An
 * unexpected error is passed to `onFault` and answered as too late.
 */
export async function decideForwarded(
  db: Db,
  cashOuts: FlightCashOuts,
  { clock, onFault }: { clock: Clock; onFault: (error: unknown) => void },
): Promise<void> {
  const { rows } = await sql<AskRow>`
    select ask_id as "askId", bet_id as "betId", bettor, command, read_at as "readAt" from games.crash_ask
    where round = ${cashOuts.round}::int and answer is null limit ${batchMax}::int`.execute(db)
  if (rows.length === 0) return
  const [nowMs, now] = [monotonicMs(), clock.now()]
  const answers = await Promise.all(
    rows.map(async (ask): Promise<ForwardedResult> => {
      const agoMs = Math.min(ageMsMax, Math.max(0, now - ask.readAt.getTime()))
      try {
        return (await cashOuts.cashOut({ ...ask, readAtMs: nowMs - agoMs })).kind
      } catch (error) {
        if (isUnavailable(error)) return 'overloaded'
        onFault(error)
        return 'too_late'
      }
    }),
  )
  await sql`
    update games.crash_ask a set answer = d.answer
    from unnest(${rows.map(({ askId }) => askId)}::uuid[], ${answers}::text[]) as d (ask_id, answer)
    where a.ask_id = d.ask_id`.execute(db)
}
