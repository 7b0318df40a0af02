import { sql } from 'kysely'
import {
  inChunks,
  movedBy,
  runCheck,
  transfersAfter,
  winTaxMoves,
  type Check,
  type Counts,
} from '#modules/ledger/ledger'
import { ticketMoney } from '#modules/tickets/tickets'
import { queryRows, type Db, type Tx } from '#platform/db'

const rowsInChunk = 5_000
const transfersInChunk = 20_000

/**
 * Verifies the providers' transactions, in chunks: each round's ticket has their stakes and returns, each payment without a ticket was
 * posted once, and every transfer about a provider's transaction refers to an existing one.
 */
export async function verifyCasino(db: Db | Tx): Promise<Check[]> {
  return [
    ...(await inChunks((after) => roundsAfter(db, after))),
    ...(await inChunks((after) => prizesAfter(db, after))),
    ...(await inChunks((after) => transfersOfCasino(db, after))),
    await runCheck(db, 'the tax on every casino payment without a bet was moved once', taxes),
  ]
}

type Row = { last: bigint | null; scanned: number; broken: number }

/** A payment belongs to the round's ticket if a stake came before it. */
async function roundsAfter(db: Db | Tx, after: bigint) {
  const rows = await queryRows<Row>(db)`
    with round as materialized (
      select * from casino.round where id > ${after}::bigint order by id limit ${rowsInChunk}::int),
    each as (
      select r.id as round, t.*, min(t.id) filter (where t.kind = 'debit' and t.amount > 0) over (partition by r.id) as first_stake
      from round r join casino.provider_tx t on t.provider = r.provider and t.round_id = r.round_id and t.bettor_id = r.bettor_id),
    money as (
      select round, sum(amount) filter (where kind = 'debit') as staked,
        sum(amount) filter (where kind = 'debit' and rolled_back or kind = 'adjust' or kind = 'credit' and not rolled_back and id > first_stake) as returned
      from each group by round)
    select max(r.id) as last, count(*)::int as scanned, count(*) filter (where case when r.bet_id is null
        then coalesce(m.staked, 0) <> 0
        else b.product is distinct from 'casino' or b.stake is distinct from m.staked or b.returned <> coalesce(m.returned, 0)
          or (b.state = 'open') <> (r.closed_at is null) end)::int as broken
    from round r left join money m on m.round = r.id
      left join (${ticketMoney(sql`select bet_id from round`)}) b on b.bet_id = r.bet_id`
  const { last = null, scanned = 0, broken = 0 } = rows[0] ?? {}
  return {
    checks: [{ name: "every casino round's ticket has its provider's stakes and payments", scanned, broken }],
    last,
  }
}

async function prizesAfter(db: Db | Tx, after: bigint) {
  const rows = await queryRows<Row>(db)`
    with credit as materialized (
      select t.*, 'casino/' || t.provider || '/' || t.tx_id as about, not exists (
          select from casino.provider_tx d where d.provider = t.provider and d.round_id = t.round_id and d.bettor_id = t.bettor_id
            and d.kind = 'debit' and d.amount > 0 and d.id < t.id) as is_prize
      from casino.provider_tx t where t.kind = 'credit' and t.id > ${after}::bigint order by t.id limit ${rowsInChunk}::int),
    posting as (
      select about, bettor_id, about || step from credit cross join unnest(array['', '/back']) step)
    select max(c.id) as last, count(*)::int as scanned, count(*) filter (
      where coalesce(m.total, 0) <> case when c.is_prize and not c.rolled_back then c.amount - c.tax else 0 end)::int as broken
    from credit c left join (${movedBy(sql`select * from posting`)}) m on m.about = c.about`
  const { last = null, scanned = 0, broken = 0 } = rows[0] ?? {}
  return { checks: [{ name: 'every casino payment without a bet was paid once', scanned, broken }], last }
}

const taxes = sql<Counts>`
  with withheld as (
    select 'casino/' || provider || '/' || tx_id as about, tax, rolled_back from casino.provider_tx where tax <> 0),
  move as (
    select about as id, about, tax as amount from withheld union all select about || '/back', about, -tax from withheld where rolled_back)
  select count(*) as scanned, count(*) filter (where m.amount is distinct from w.amount) as broken
  from move w full join (${winTaxMoves(undefined)}) m on m.id = w.id and m.about = w.about`

async function transfersOfCasino(db: Db | Tx, after: bigint) {
  const rows = await queryRows<Row>(db)`
    with chunk as materialized (${transfersAfter(after, { most: transfersInChunk, ids: ['casino'], abouts: ['casino'] })}),
    part as (select no, about, regexp_match(about, '^casino/([a-z0-9]+)/(.+)$') as parts from chunk where id is not null or about is not null)
    select (select max(no) from chunk) as last, count(p.no)::int as scanned, count(p.no) filter (where t.id is null)::int as broken
    from part p left join casino.provider_tx t on t.provider = p.parts[1] and t.tx_id = p.parts[2] and t.kind = 'credit'`
  const { last = null, scanned = 0, broken = 0 } = rows[0] ?? {}
  return { checks: [{ name: 'every transfer about a casino payment is of one that exists', scanned, broken }], last }
}
