import type { Db } from '@nare/api/platform/db'
import { sql } from 'kysely'

type Range = { readonly first: number; readonly count: number }

/** Where the rows of a filled database are. */
export type Filled = {
  readonly bettors: Range
  readonly tickets: Range
  readonly deposits: Range
  readonly matches: Range
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

const chunk = 250_000
const matchCount = 20_000
const secondsOfFortnight = 1_209_600

/** Fills a database by SQL: bettors, tickets with their stakes in the ledger over two weeks, deposits with receipts, and matches. */
export async function fillConsole(owner: Db, given: { bettors: number; tickets: number }): Promise<Filled> {
  await sql`set statement_timeout = 0`.execute(owner)
  await sql`set synchronous_commit = off`.execute(owner)
  const bettors = await fillBettors(owner, given.bettors)
  const deposits = await fillDeposits(owner, bettors)
  const matches = await fillMatches(owner)
  const tickets = await fillTickets(owner, bettors, given.tickets)
  await sumLedger(owner)
  await sql`vacuum analyze`.execute(owner)
  return { bettors, tickets, deposits, matches }
}

async function inChunks(count: number, insert: (low: number, high: number) => Promise<unknown>): Promise<void> {
  for (let low = 1; low <= count; low += chunk) await insert(low, Math.min(count, low + chunk - 1))
}

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
  const { rows } = await sql<{
    first: string
  }>`select min(id)::text as first from identity.bettor where terms_version = 'bench'`.execute(owner)
  return { first: Number(rows[0]?.first), count }
}

async function fillDeposits(owner: Db, bettors: Range): Promise<Range> {
  await inChunks(bettors.count, (low, high) =>
    sql`
      insert into payments.deposit (bettor_id, kind, provider, amount, tax, net, receipt, state, created_at, submitted_at, changed_at)
      select ${bettors.first}::bigint + n - 1, 'paybill', 'mpesa', 10000, 500, 9500, 'SBENCH' || n, 'succeeded', platform.now(), platform.now(),
        platform.now()
      from generate_series(${low}::int, ${high}::int) n`.execute(owner),
  )
  return rangeOf(owner, 'payments.deposit')
}

/** Ended matches with the sides of the one match that exists, renamed. */
async function fillMatches(owner: Db): Promise<Range> {
  await sql`
    insert into catalog.match (source, source_id, driven_by, parent_match_id, game_id, sport_id, competition_id, home_team, away_team, words,
      start_time, state, resulted, fed_at, due_start)
    select m.source, 'bench ' || n, m.driven_by, 'bench ' || n, 1000 + n % 90000, m.sport_id, m.competition_id,
      (${names.teams}::text[])[1 + n % 10] || ' ' || n, (${names.teams}::text[])[1 + n / 10 % 10] || ' ' || n,
      lower((${names.teams}::text[])[1 + n % 10] || ' ' || n || ' ' || (${names.teams}::text[])[1 + n / 10 % 10] || ' ' || n),
      platform.now() - n * interval '10 minutes', 'ended', true, platform.now(), platform.now() - n * interval '10 minutes'
    from generate_series(1, ${matchCount}::int) n, (select * from catalog.match limit 1) m`.execute(owner)
  return rangeOf(owner, 'catalog.match')
}

/** Lost single bets, each with its stake in the ledger, spread evenly over two weeks. */
async function fillTickets(owner: Db, bettors: Range, count: number): Promise<Range> {
  const { rows } = await sql<{ block: string }>`select nextval('betting.bet_block')::text as block`.execute(owner)
  const first = Number(rows[0]?.block) * 1000
  await sql`select setval('betting.bet_block', ${Math.ceil((first + count) / 1000) + 1}::bigint)`.execute(owner)
  await inChunks(count, (low, high) =>
    sql`
      with n as (
        select n, platform.now() - make_interval(secs => ${secondsOfFortnight}::float8 * (${count}::float8 - n) / ${count}::float8) as at
        from generate_series(${low}::int, ${high}::int) n),
      bet as (
        insert into betting.bet (bet_id, bettor_id, client_id, hash, type, accept, stake, total_odds, possible_win, rules_version, state,
          placed_at, settled_at)
        select ${first}::bigint + n, ${bettors.first}::bigint + n % ${bettors.count}::int, gen_random_uuid(), '\\x00', 'single', 'higher', 2000,
          2100, 4200, (select max(version) from betting.rules), 'lost', at, at from n),
      transfer as (
        insert into ledger.transfer (id, hash, kind, about, at)
        select 'bet/' || (${first}::bigint + n) || '/stake', '\\x00', 'stake', 'bet/' || (${first}::bigint + n), at from n order by n
        returning no)
      insert into ledger.entry (account_id, transfer_no, amount)
      select a.id, no, 2000 from transfer, ledger.account a where a.name = 'house:sports'
      union all select a.id, no, -2000 from transfer, ledger.account a where a.name = 'house:sandbox'`.execute(owner),
  )
  return { first: first + 1, count }
}

/** Does at once what the reader of the ledger would do in many steps. */
async function sumLedger(owner: Db): Promise<void> {
  await sql`
    insert into ledger.house_flow (begins, account_id, kind, amount, transfers, first_no, last_no)
    select date_trunc('minute', t.at), e.account_id, t.kind, sum(e.amount), count(*), min(t.no), max(t.no)
    from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id and not a.bounded
    group by 1, 2, 3
    on conflict do nothing`.execute(owner)
  await sql`
    insert into ledger.consumer (name, transfer_no, changed_at) select 'house flow', max(no), platform.now() from ledger.transfer
    on conflict (name) do update set transfer_no = excluded.transfer_no`.execute(owner)
}
