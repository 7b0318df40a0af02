import { rollUpLocked } from '@nare/api/modules/ledger/flows'
import { sumTickets } from '@nare/api/modules/tickets/tickets'
import { transact, type Db } from '@nare/api/platform/db'
import { sql } from 'kysely'
import { inChunks, spread, withoutIndexes, type Range } from './bulk.ts'
import { fillTickets } from './console-tickets.ts'

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

/**
 * Fills a database by SQL, in about ten minutes for a million bettors and ten million tickets: bettors with accounts and sessions, deposits,
 * tickets with their stakes and wins in the ledger over two weeks, matches, and a line of the audit log for each bettor. Indexes are made
 * at the end, and nothing is checked or linked while rows are written.
 */
export async function fillConsole(owner: Db, given: { bettors: number; tickets: number }): Promise<Filled> {
  await sql`set statement_timeout = 0`.execute(owner)
  await sql`set synchronous_commit = off`.execute(owner)
  await sql`set session_replication_role = replica`.execute(owner)
  const filled = await withoutIndexes(owner, bigTables, async () => {
    const bettors = await fillBettors(owner, given.bettors)
    const deposits = await fillDeposits(owner, bettors)
    const matches = await fillMatches(owner)
    const tickets = await fillTickets(owner, { bettors, deposits, matches, count: given.tickets })
    const lines = await fillAudit(owner, bettors)
    return { bettors, tickets, deposits, matches, lines }
  })
  await sumLedger(owner)
  await sql`vacuum analyze`.execute(owner)
  return filled
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

async function fillBettors(owner: Db, count: number): Promise<Range> {
  const { first, middle, last } = names
  await inChunks(count, (low, high) =>
    sql`
      insert into identity.bettor (msisdn, password_hash, name, date_of_birth, terms_version, terms_accepted_at, verified_at, signed_up_at)
      select '254' || (700000000 + n), '$argon2id$v=19$m=1024,t=1,p=1$c2VlZGVkc2FsdA$c2VlZGVk',
        (${first}::text[])[1 + n % 20] || ' ' || (${middle}::text[])[1 + n / 20 % 10] || ' ' || (${last}::text[])[1 + n / 200 % 10],
        '1990-01-01', 'bench', platform.now(), platform.now(), platform.now()
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
        select sha256(id::text::bytea), id, repeat(md5(id::text), 2), platform.now() - interval '1 day', platform.now() + interval '30 days' from one)
      insert into ledger.account (name, kind, owner, currency, bounded, floor, balance, version)
      select kind || ':' || id, kind, id, case kind when 'points' then 'PTS' else 'KES' end, true, case kind when 'debt' then -1000000000000000 else 0 end,
        case kind when 'cash' then 100000 else 0 end, case kind when 'cash' then 1 else 0 end
      from one, unnest(array['cash', 'bonus', 'points', 'debt']) kind`.execute(owner),
  )
  return bettors
}

/** One deposit of each bettor, spread over two weeks. */
async function fillDeposits(owner: Db, bettors: Range): Promise<Range> {
  await inChunks(bettors.count, (low, high) =>
    sql`
      insert into payments.deposit (bettor_id, kind, provider, amount, tax, net, receipt, state, created_at, submitted_at, changed_at)
      select ${bettors.first}::bigint + n - 1, 'paybill', 'mpesa', 10000, 500, 9500, 'SBENCH' || n, 'succeeded', at, at, at
      from (select n, ${spread(bettors.count)} as at from generate_series(${low}::int, ${high}::int) n) d order by n`.execute(
      owner,
    ),
  )
  return rangeOf(owner, 'payments.deposit')
}

/** Ended matches and some to come, with the sides of the one match that exists, renamed. */
async function fillMatches(owner: Db): Promise<Range> {
  await sql`
    insert into catalog.match (source, source_id, driven_by, parent_match_id, game_id, sport_id, competition_id, home_team, away_team, words,
      start_time, state, resulted, fed_at, due_start)
    select m.source, 'bench ' || n, m.driven_by, 'bench ' || n, 1000 + n % 90000, m.sport_id, m.competition_id,
      (${names.teams}::text[])[1 + n % 10] || ' ' || n, (${names.teams}::text[])[1 + n / 10 % 10] || ' ' || n,
      lower((${names.teams}::text[])[1 + n % 10] || ' ' || n || ' ' || (${names.teams}::text[])[1 + n / 10 % 10] || ' ' || n),
      start, case when is_open then 'not_started' else 'ended' end, not is_open, platform.now(), start
    from (select *, platform.now() - (n - ${comingMatches}::int) * interval '10 minutes' as start, n < ${comingMatches}::int as is_open
      from generate_series(1, ${matchCount}::int) n) made, (select * from catalog.match limit 1) m`.execute(owner)
  const { rows } = await sql<{ first: string }>`
    select min(id)::text as first from catalog.match where source_id like 'bench %'`.execute(owner)
  return { first: Number(rows[0]?.first), count: matchCount }
}

async function fillAudit(owner: Db, { first, count }: Range): Promise<Range> {
  await inChunks(count, (low, high) =>
    sql`
      with line as (
        insert into operator.audit (operator, action, subject, facts, reason, at, previous, hash)
        select 'bench' || n % 20, (array['read bettor', 'read ticket', 'lock bettor', 'decide withdrawal'])[1 + n % 4],
          'bettor ' || ${first}::bigint + n - 1, '{}', 'of the bench', ${spread(count)}, md5(n::text), md5((n + 1)::text)
        from generate_series(${low}::int, ${high}::int) n order by n returning id, at)
      insert into operator.audit_outcome (audit_id, outcome, at, n, previous, hash)
      select id, 'done', at, id, md5(id::text), md5((id + 1)::text) from line`.execute(owner),
  )
  await sql`update operator.outcome_chain set last_n = (select max(n) from operator.audit_outcome)`.execute(owner)
  return rangeOf(owner, 'operator.audit')
}

/** Does at once what the reader of the ledger would do in many steps, up to the last few transfers, which it has not read yet. */
async function sumLedger(owner: Db): Promise<void> {
  await sql`
    insert into ledger.house_flow (begins, account_id, kind, amount, transfers, first_no, last_no)
    select date_trunc('minute', t.at), e.account_id, t.kind, sum(e.amount), count(*), min(t.no), max(t.no)
    from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id and not a.bounded
    where t.no <= (select max(no) from ledger.transfer) - ${unread}::int
    group by 1, 2, 3
    on conflict do nothing`.execute(owner)
  await sql`
    insert into ledger.consumer (name, transfer_no, changed_at) select 'house flow', max(no) - ${unread}::int, platform.now() from ledger.transfer
    on conflict (name) do update set transfer_no = excluded.transfer_no`.execute(owner)
  await sql`
    insert into ledger.house_hour (begins, account_id, kind, amount, transfers)
    select date_trunc('hour', begins, 'UTC'), account_id, kind, sum(amount), sum(transfers) from ledger.house_flow group by 1, 2, 3
    on conflict do nothing`.execute(owner)
}

/** Sums what bettors who play much have staked and got back, as the job of the background does, which the server of the bench has no time for. */
export async function sumKeen(owner: Db, { first, count }: Range): Promise<void> {
  for (let bettor = first; bettor < first + count; bettor++) {
    await sumTickets(owner, BigInt(bettor))
    await transact(owner, (tx) => rollUpLocked(tx, { bettor: BigInt(bettor), zone: 'Africa/Nairobi' }))
  }
}
