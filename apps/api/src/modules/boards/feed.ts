import { sql } from 'kysely'
import { readSettled, type CountedTicket } from '#modules/risk/risk'
import { queryRows, type Db, type Tx } from '#platform/db'
import { scoreOf } from './rules.ts'
import { changeScores, type ScoreChange } from './scores.ts'
import { addLost, markSeasons, seasonsAt, type Season } from './seasons.ts'

/** The name of the board's reader of the settled feed. */
export const readerName = 'sports board'

type Deps = { readonly db: Db; readonly zone: string }

/**
 * Counts the settled sports bets on the board of the day, week and month in which the last bet on their event was settled first. A correction changes the points
 * of the bet there, until the season is closed. Reads the settled feed by a cursor, never the bets.
 */
export async function countSettled({ db, zone }: Deps): Promise<void> {
  await readSettled(db, { name: readerName }, (tx, tickets) => count(tx, zone, tickets))
}

type Counted = { readonly betId: bigint; readonly cents: bigint; readonly seasons: number[] }

async function count(tx: Tx, zone: string, tickets: readonly CountedTicket[]): Promise<void> {
  const sports = tickets.filter(({ product }) => product === 'sports')
  if (sports.length === 0) return
  await markSeasons(tx, zone)
  await countLosses(tx, zone, sports)
  const before = await countedOf(tx, sports)
  const changed = sports.flatMap((ticket) => {
    const cents = scoreOf(ticket)
    const counted = before.get(ticket.betId)
    return cents === (counted?.cents ?? 0n) ? [] : [{ ticket, cents, counted }]
  })
  if (changed.length === 0) return
  const fresh = changed.flatMap(({ ticket, counted }) => (counted ? [] : [ticket.countedAt]))
  const seasons = fresh.length > 0 ? await seasonsAt(tx, { board: 'sports', zone, times: fresh }) : []
  const bets = changed.map(({ ticket, cents, counted }) => ({
    ticket,
    cents,
    by: cents - (counted?.cents ?? 0n),
    seasons: counted?.seasons ?? seasons.filter((one) => isIn(one, ticket.countedAt)).map(({ id }) => id),
  }))
  const open = await openSeasons(tx, [...new Set(bets.flatMap((one) => one.seasons))])
  await storeCounted(tx, bets)
  await changeScores(
    tx,
    bets.flatMap(({ ticket: { bettor, countedAt: at }, by, seasons: ids }): ScoreChange[] =>
      ids.filter((id) => open.has(id)).map((season) => ({ season, bettor, cents: by, at })),
    ),
  )
}

/** Adds what the bets of these tickets lost when they were settled first. A later correction changes nothing. */
async function countLosses(tx: Tx, zone: string, tickets: readonly CountedTicket[]): Promise<void> {
  const settled = tickets.filter(
    ({ isNew, timesSettled, state }) => isNew && timesSettled === 1 && (state === 'won' || state === 'lost'),
  )
  if (settled.length === 0) return
  const seasons = await seasonsAt(tx, { board: 'sports', zone, times: settled.map(({ settledAt }) => settledAt) })
  const lost = new Map<number, bigint>()
  for (const { settledAt, decidedStake, returned, cashed } of settled)
    for (const { id } of seasons.filter((one) => isIn(one, settledAt)))
      lost.set(id, (lost.get(id) ?? 0n) + decidedStake + cashed - returned)
  await addLost(tx, lost)
}

const isIn = ({ since, endsAt }: Season, at: Date): boolean => since <= at && at < endsAt

async function countedOf(tx: Tx, tickets: readonly CountedTicket[]): Promise<Map<bigint, Counted>> {
  const rows = await queryRows<Counted>(tx)`
    select bet_id as "betId", cents, seasons from boards.bet where bet_id = any(${tickets.map(({ betId }) => betId)}::bigint[])`
  return new Map(rows.map((row) => [row.betId, row]))
}

/** Locks these seasons against closing and returns the open ones. Waits for a season that is being closed, and then leaves it out. */
async function openSeasons(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await queryRows<{ id: number; closed_at: Date | null }>(tx)`
    select id, closed_at from boards.season where id = any(${ids}::int[]) order by id for share`
  return new Set(rows.filter(({ closed_at }) => closed_at === null).map(({ id }) => id))
}

type Storing = { readonly ticket: CountedTicket; readonly cents: bigint; readonly seasons: readonly number[] }

async function storeCounted(tx: Tx, bets: readonly Storing[]): Promise<void> {
  await sql`
    insert into boards.bet (bet_id, bettor_id, cents, seasons)
    select b.bet_id, b.bettor_id, b.cents, string_to_array(b.seasons, ',')::int[]
    from unnest(${bets.map(({ ticket }) => ticket.betId)}::bigint[], ${bets.map(({ ticket }) => ticket.bettor)}::bigint[],
      ${bets.map(({ cents }) => cents)}::bigint[], ${bets.map(({ seasons }) => seasons.join(','))}::text[]) as b (bet_id, bettor_id, cents, seasons)
    on conflict (bet_id) do update set cents = excluded.cents`.execute(tx)
}
