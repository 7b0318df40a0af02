import { rollUpLocked } from '@nare/api/modules/ledger/flows'
import { sumTickets } from '@nare/api/modules/tickets/tickets'
import { transact, type Connection, type Db } from '@nare/api/platform/db'
import { sql } from 'kysely'
import { inChunks, spread, withFillers, withoutIndexes, type Range, type Span } from './bulk.ts'
import { fillTickets } from './filled-tickets.ts'

/** Where the rows of a filled database are. */
export type Filled = {
  readonly bettors: Range
  readonly tickets: Range
  readonly deposits: Range
  readonly matches: Range
  /** The lines of the audit log. */
  readonly lines: Range
}

/** Names as common as those of a country: a first name has one bettor in twenty. */
export const names = {
  first: [
    ...['Achieng', 'Akinyi', 'Atieno', 'Brian', 'Chebet', 'Dennis', 'Esther', 'Faith', 'Grace', 'Hassan'],
    ...['Ibrahim', 'Jane', 'Kevin', 'Lucy', 'Mary', 'Njeri', 'Otieno', 'Peter', 'Wanjiku', 'Zawadi'],
  ],
  middle: ['Kamau', 'Kiprop', 'Mutua', 'Mwangi', 'Njoroge', 'Ochieng', 'Odhiambo', 'Wafula', 'Wekesa', 'Yusuf'],
  last: ['Barasa', 'Cheruiyot', 'Gitonga', 'Kariuki', 'Kimani', 'Maina', 'Mohamed', 'Muthoni', 'Omondi', 'Onyango'],
  teams: ['Simba', 'Chui', 'Tembo', 'Nyati', 'Kifaru', 'Twiga', 'Punda', 'Fisi', 'Mamba', 'Kobe'],
} as const

const matchCount = 20_000
/** As many of the matches have not started. */
const comingMatches = 400
/** The transfers that the reader of the ledger is behind. */
const unread = 500
/** Ledgers by the minute are kept for so many days. */
const minuteDays = 15
const mixedCompetitions = 60

/** What to fill: two weeks (`days`) unless told. `mixed`: all products, sources, competitions and markets, and taxes, for figures; see `fillTickets`. */
export type Filling = {
  readonly bettors: number
  readonly tickets: number
  readonly days?: number
  readonly mixed?: boolean
}

/**
 * Fills a database by SQL: bettors with accounts and sessions, deposits, tickets with their stakes and wins in the ledger over the days, matches,
 * and a line of the audit log for each bettor. Indexes are made at the end, and nothing is checked or linked while rows are written.
 */
export function fillWorld(connection: Connection, given: Filling): Promise<Filled> {
  const { mixed = false, days = 14 } = given
  return withFillers(connection, 2, async (fillers) => {
    const [owner] = fillers
    if (!owner) throw new Error('no connection fills')
    await keepLongLogs(owner, true)
    const span = { until: await platformNow(owner), days }
    const filled = await withoutIndexes(fillers, bigTables, async () => {
      const bettors = await fillBettors(owner, given.bettors, { span, mixed })
      const deposits = await fillDeposits(owner, bettors, span)
      const matches = await fillMatches(owner, mixed)
      const count = given.tickets
      const tickets = await fillTickets(fillers, { bettors, deposits, matches, count, span, mixed })
      const lines = await fillAudit(owner, bettors, span)
      return { bettors, tickets, deposits, matches, lines }
    })
    await sumLedger(owner)
    await sql`vacuum analyze`.execute(owner)
    await keepLongLogs(owner, false)
    return filled
  })
}

async function platformNow(owner: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select platform.now() as now`.execute(owner)
  return rows[0]?.now ?? new Date()
}

/** Lets the log of the database grow between checkpoints: a page that is written once is not written again in between. */
async function keepLongLogs(owner: Db, long: boolean): Promise<void> {
  await sql.raw(long ? `alter system set max_wal_size = '8GB'` : `alter system reset max_wal_size`).execute(owner)
  await sql`select pg_reload_conf()`.execute(owner)
}

const bigTables = [
  ...['identity.bettor', 'identity.session', 'ledger.account', 'ledger.transfer', 'ledger.entry', 'betting.bet'],
  ...['payments.deposit', 'operator.audit', 'operator.audit_outcome'],
]

async function rangeOf(owner: Db, table: string): Promise<Range> {
  const { rows } = await sql<{ first: string; count: string }>`
    select min(id)::text as first, count(*)::text as count from ${sql.table(table)}`.execute(owner)
  return { first: Number(rows[0]?.first), count: Number(rows[0]?.count) }
}

async function fillBettors(owner: Db, count: number, { span, mixed }: { span: Span; mixed: boolean }): Promise<Range> {
  const { first, middle, last } = names
  const source = mixed ? sql`(array['radio', 'sms', 'facebook', 'google', null])[1 + n % 5]` : sql`null`
  const campaign = mixed ? sql`case when n % 5 < 4 then 'campaign ' || n / 5 % 20 end` : sql`null`
  const since = mixed ? spread(count, span) : sql`${span.until}::timestamptz`
  await inChunks(count, (low, high) =>
    sql`
      insert into identity.bettor (msisdn, password_hash, name, date_of_birth, terms_version, terms_accepted_at, verified_at, signed_up_at,
        utm_source, utm_campaign)
      select '254' || (700000000 + n), '$argon2id$v=19$m=1024,t=1,p=1$c2VlZGVkc2FsdA$c2VlZGVk',
        (${first}::text[])[1 + n % 20] || ' ' || (${middle}::text[])[1 + n / 20 % 10] || ' ' || (${last}::text[])[1 + n / 200 % 10],
        '1990-01-01', 'bench', ${since}, ${since}, ${since}, ${source}, ${campaign}
      from generate_series(${low}::int, ${high}::int) n`.execute(owner),
  )
  const { rows } = await sql<{ first: string }>`
    select min(id)::text as first from identity.bettor where terms_version = 'bench'`.execute(owner)
  const bettors = { first: Number(rows[0]?.first), count }
  await inChunks(count, (low, high) =>
    sql`
      with one as materialized (select ${bettors.first}::bigint + n - 1 as id from generate_series(${low}::int, ${high}::int) n),
      session as (
        insert into identity.session (token_hash, bettor, signing_key, opened_at, expires_at)
        select sha256(id::text::bytea), id, repeat(md5(id::text), 2), ${span.until}::timestamptz - interval '1 day', ${span.until}::timestamptz + interval '30 days' from one)
      insert into ledger.account (name, kind, owner, currency, bounded, floor, balance, version)
      select kind || ':' || id, kind, id, case kind when 'points' then 'PTS' else 'KES' end, true, case kind when 'debt' then -1000000000000000 else 0 end,
        case kind when 'cash' then 100000 else 0 end, case kind when 'cash' then 1 else 0 end
      from one, unnest(array['cash', 'bonus', 'points', 'debt']) kind`.execute(owner),
  )
  return bettors
}

/** One deposit of each bettor, spread over the days. */
async function fillDeposits(owner: Db, bettors: Range, span: Span): Promise<Range> {
  await inChunks(bettors.count, (low, high) =>
    sql`
      insert into payments.deposit (bettor_id, kind, provider, amount, tax, net, receipt, state, created_at, submitted_at, changed_at)
      select ${bettors.first}::bigint + n - 1, 'paybill', 'mpesa', 10000, 500, 9500, 'SBENCH' || n, 'succeeded', at, at, at
      from (select n, ${spread(bettors.count, span)} as at from generate_series(${low}::int, ${high}::int) n) d order by n`.execute(
      owner,
    ),
  )
  return rangeOf(owner, 'payments.deposit')
}

/** Ended matches and some to come, with the sides of the one match that exists, renamed; in a mixed world in 60 competitions of all sports. */
async function fillMatches(owner: Db, mixed: boolean): Promise<Range> {
  if (mixed)
    await sql`
      insert into catalog.competition (id, sport_id, name, category, words)
      select 'bench' || c, (select id from catalog.sport order by rank offset c % 6 limit 1), 'Competition ' || c, '', 'competition ' || c
      from generate_series(0, ${mixedCompetitions - 1}::int) c`.execute(owner)
  const [sport, competition] = mixed ? [sql`c.sport_id`, sql`c.id`] : [sql`m.sport_id`, sql`m.competition_id`]
  const competitions = mixed
    ? sql`join catalog.competition c on c.id = 'bench' || n % ${mixedCompetitions}::int`
    : sql``
  await sql`
    insert into catalog.match (source, source_id, driven_by, parent_match_id, game_id, sport_id, competition_id, home_team, away_team, words,
      start_time, state, resulted, fed_at, due_start)
    select m.source, 'bench ' || n, m.driven_by, 'bench ' || n, 1000 + n % 90000, ${sport}, ${competition},
      (${names.teams}::text[])[1 + n % 10] || ' ' || n, (${names.teams}::text[])[1 + n / 10 % 10] || ' ' || n,
      lower((${names.teams}::text[])[1 + n % 10] || ' ' || n || ' ' || (${names.teams}::text[])[1 + n / 10 % 10] || ' ' || n),
      start, case when is_open then 'not_started' else 'ended' end, not is_open, platform.now(), start
    from (select *, now.at - (n - ${comingMatches}::int) * interval '10 minutes' as start, n < ${comingMatches}::int as is_open
      from (select platform.now() as at offset 0) now, generate_series(1, ${matchCount}::int) n) made cross join (select * from catalog.match limit 1) m ${competitions}`.execute(
    owner,
  )
  const { rows } = await sql<{ first: string }>`
    select min(id)::text as first from catalog.match where source_id like 'bench %'`.execute(owner)
  return { first: Number(rows[0]?.first), count: matchCount }
}

async function fillAudit(owner: Db, { first, count }: Range, span: Span): Promise<Range> {
  await inChunks(count, (low, high) =>
    sql`
      with line as (
        insert into operator.audit (operator, action, subject, facts, reason, at, previous, hash)
        select 'bench' || n % 20, (array['read bettor', 'read ticket', 'lock bettor', 'decide withdrawal'])[1 + n % 4],
          'bettor ' || ${first}::bigint + n - 1, '{}', 'of the bench', ${spread(count, span)}, md5(n::text), md5((n + 1)::text)
        from generate_series(${low}::int, ${high}::int) n order by n returning id, at)
      insert into operator.audit_outcome (audit_id, outcome, at, n, previous, hash)
      select id, 'done', at, id, md5(id::text), md5((id + 1)::text) from line`.execute(owner),
  )
  await sql`update operator.outcome_chain set last_n = (select max(n) from operator.audit_outcome)`.execute(owner)
  return rangeOf(owner, 'operator.audit')
}

/** Does at once what the reader of the ledger would do in many steps, up to the last few transfers, which it has not read yet. */
async function sumLedger(owner: Db): Promise<void> {
  await sql`set work_mem = '256MB'`.execute(owner)
  const { rows } = await sql<{ read: bigint; minutes: bigint }>`
    select max(no) - ${unread}::int as read, ledger.first_no(platform.now() - make_interval(days => ${minuteDays}::int)) as minutes
    from ledger.transfer`.execute(owner)
  const { read = 0n, minutes = 0n } = rows[0] ?? {}
  const moved = (begins: string, from: bigint) => sql`
    select date_trunc(${begins}, t.at, 'UTC') as begins, e.account_id, t.kind, sum(e.amount) as amount, count(*) as transfers,
      min(t.no) as first_no, max(t.no) as last_no
    from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id and not a.bounded
    where t.no > ${from}::bigint and t.no <= ${read}::bigint and e.transfer_no > ${from}::bigint group by 1, 2, 3`
  await sql`
    insert into ledger.house_hour (begins, account_id, kind, amount, transfers)
    select begins, account_id, kind, amount, transfers from (${moved('hour', 0n)}) m on conflict do nothing`.execute(
    owner,
  )
  await sql`
    insert into ledger.house_flow (begins, account_id, kind, amount, transfers, first_no, last_no)
    select * from (${moved('minute', minutes)}) m on conflict do nothing`.execute(owner)
  await sql`
    insert into ledger.consumer (name, transfer_no, changed_at) values ('house flow', ${read}::bigint, platform.now())
    on conflict (name) do update set transfer_no = excluded.transfer_no`.execute(owner)
  await sql`reset work_mem`.execute(owner)
}

/** Sums what bettors who play much have staked and got back, as the job of the background does, which the server of the bench has no time for. */
export async function sumKeen(owner: Db, { first, count }: Range): Promise<void> {
  for (let bettor = first; bettor < first + count; bettor++) {
    await sumTickets(owner, BigInt(bettor))
    await transact(owner, (tx) => rollUpLocked(tx, { bettor: BigInt(bettor), zone: 'Africa/Nairobi' }))
  }
}
