import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { monotonicMs } from '#platform/clock'
import { databaseMs, openDatabaseClock } from '#platform/database-clock'
import { queryRows, type Db } from '#platform/db'
import { isUnavailable, OutcomeUnknown, Overloaded } from '#platform/db-faults'
import { sleepUnlessAborted } from '#platform/owners'
import { random } from '#platform/random'
import type { FlightCashOuts } from './cash-outs.ts'

type ForwardedCashOut = {
  readonly round: number
  readonly betId: bigint
  readonly bettor: bigint
  readonly command: string
  readonly readAtMs: number
}
export type ForwardedResult = 'out' | 'too_early' | 'too_late' | 'not_found' | 'id_reused' | 'overloaded'

const pollMs = 15
/** How often the owner reads what other processes have forwarded. */
export const forwardedPollMs = 25
const answerMsMax = 5000
const batchMax = 500
/** The longest time from reading a cash-out to storing it. The database refuses more. */
export const storingMsMax = 1000

/**
 * Forwards a cash-out to the process that owns the flight, and waits for its decision. Example: read 40 ms before it is stored, and stored by
 * the database's clock at 12:00:00.100, it counts as read at 12:00:00.060, whatever the clocks of the two machines say. `readAtMs` is
 * monotonic. Throws `Overloaded` if storing takes longer than a second, and `OutcomeUnknown` if no owner decides in time.
 */
export async function forwardCashOut(db: Db, question: ForwardedCashOut): Promise<ForwardedResult> {
  const { round, betId, bettor, command, readAtMs } = question
  const askId = random.uuid()
  // The time is measured after the wait for a connection.
  await db.connection().execute(async (on) => {
    const waitedMs = Math.ceil(Math.max(0, monotonicMs() - readAtMs))
    if (waitedMs > storingMsMax) throw new Overloaded('a cash-out could not be forwarded in time')
    await sql`
      insert into games.crash_ask (ask_id, round, bet_id, bettor, command, waited_ms)
      values (${askId}::uuid, ${round}::int, ${betId}::bigint, ${bettor}::bigint, ${command}::uuid, ${waitedMs}::int)`.execute(
      on,
    )
  })
  const untilMs = monotonicMs() + answerMsMax
  while (monotonicMs() < untilMs) {
    // The owner commits the bet before it stores the answer: the bet may already be cashed out by this command.
    const rows = await queryRows<{ answer: ForwardedResult | null; decided: boolean }>(db)`
      select case when b.state = 'won' and b.command = a.command then 'out' else a.answer end as answer, b.state <> 'open' as decided
      from games.crash_ask a left join games.crash_bet b using (bet_id) where a.ask_id = ${askId}::uuid`
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
  /** When another process read the cash-out, by the database's clock. */
  readonly readMs: number
}

export type ForwardedCashOuts = ReturnType<typeof openForwarded>

/**
 * Decides the cash-outs that other processes forwarded to a flight of this process, and stores the answers after their commits. An unexpected
 * error is passed to `onFault` and answered as too late.
 */
export function openForwarded(db: Db, onFault: (error: unknown) => void) {
  const databaseClock = openDatabaseClock()
  let deciding: Promise<void> = Promise.resolve()

  async function waitingAsks(round: number): Promise<AskRow[]> {
    return db.connection().execute(async (on) => {
      const sentMs = monotonicMs()
      const rows = await queryRows<AskRow & { nowMs: number }>(on)`
        select n.ms as "nowMs", a.ask_id as "askId", a.bet_id as "betId", a.bettor, a.command,
          (extract(epoch from a.stored_at) * 1000)::float8 - a.waited_ms as "readMs"
        from (select ${databaseMs} as ms) n left join (
          select * from games.crash_ask where round = ${round}::int and answer is null limit ${batchMax}::int) a on true`
      const receivedMs = monotonicMs()
      for (const { nowMs } of rows.slice(0, 1)) databaseClock.add({ sentMs, databaseMs: nowMs, receivedMs })
      return rows.filter(({ askId }) => askId !== null)
    })
  }

  async function answerOf(cashOuts: FlightCashOuts, { readMs, ...ask }: AskRow): Promise<ForwardedResult> {
    try {
      const readAtMs = Math.min(monotonicMs(), databaseClock.monotonicOf(readMs))
      return (await cashOuts.cashOut({ ...ask, readAtMs })).kind
    } catch (error) {
      if (isUnavailable(error)) return 'overloaded'
      onFault(error)
      return 'too_late'
    }
  }

  /** Decides a batch. Returns true if there may be more. */
  async function decideSome(cashOuts: FlightCashOuts): Promise<boolean> {
    const asks = await waitingAsks(cashOuts.round)
    if (asks.length === 0) return false
    const answers = await Promise.all(asks.map((ask) => answerOf(cashOuts, ask)))
    await sql`
      update games.crash_ask a set answer = d.answer
      from unnest(${asks.map(({ askId }) => askId)}::uuid[], ${answers}::text[]) as d (ask_id, answer)
      where a.ask_id = d.ask_id`.execute(db)
    return asks.length === batchMax
  }

  async function decideNow(cashOuts: FlightCashOuts): Promise<void> {
    while (await decideSome(cashOuts));
  }

  /** Decides what is stored now, after the pass that runs. Throws if the database fails. */
  function decideAll(cashOuts: FlightCashOuts): Promise<void> {
    const next = deciding.then(() => decideNow(cashOuts))
    deciding = next.catch(() => undefined)
    return next
  }

  return {
    /** Decides what is stored now. A failure is passed to `onFault`; the next pass continues. */
    decide: (cashOuts: FlightCashOuts): Promise<void> => decideAll(cashOuts).catch(onFault),

    /** Decides what arrives until this monotonic moment, at the end all of it. Throws if the last pass fails. */
    async decideUntil(cashOuts: FlightCashOuts, { untilMs, signal }: { untilMs: number; signal: AbortSignal }) {
      while (monotonicMs() < untilMs && !signal.aborted) {
        await decideAll(cashOuts).catch(onFault)
        await sleepUnlessAborted(forwardedPollMs, signal)
      }
      await decideAll(cashOuts)
    },
  }
}
