import { sql } from 'kysely'
import { accountEntries, runCheck, transfersOfIds, type Check, type Counts } from '#modules/ledger/ledger'
import { ticketMoney } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'

/**
 * Verifies the jackpots: the tickets of each pool against its sums, the transfers of each pool against its columns, and the shared accounts
 * against all pools, so that every cent on them belongs to a pool.
 */
export async function verifyJackpots(db: Db): Promise<Check[]> {
  return [
    await runCheck(db, 'every jackpot ticket costs its lines, and its pool counts it', tickets),
    await runCheck(db, 'every jackpot has paid and given back what its tickets returned', returns),
    await runCheck(db, 'what a jackpot took over, rounded and carried over is posted once', transfers),
    await runCheck(db, 'every cent of the jackpot accounts belongs to a jackpot', accounts),
  ]
}

const pools = sql`
  select p.*, p.lines + coalesce(t.lines, 0) as all_lines, p.tickets + coalesce(t.tickets, 0) as all_tickets
  from jackpot.pool p left join (
    select pool, sum(lines) as lines, sum(tickets) as tickets from jackpot.tally group by pool) t on t.pool = p.id`

const ticketsOfPools = sql`
  select k.pool, count(*) as tickets, sum(k.lines) as lines,
    count(*) filter (where m.bet_id is null or m.product <> 'jackpot' or m.stake <> k.lines * p.stake) as wrong,
    sum(m.returned) filter (where m.state = 'won') as paid, sum(m.returned) filter (where m.state = 'void') as refunded,
    count(*) filter (where m.state <> 'open') as done
  from jackpot.ticket k join jackpot.pool p on p.id = k.pool
    left join (${ticketMoney(sql`select bet_id from jackpot.ticket`)}) m on m.bet_id = k.bet_id
  group by k.pool`

const tickets = sql<Counts>`
  select coalesce(sum(p.all_tickets), 0)::bigint as scanned,
    (coalesce(sum(t.wrong), 0) + count(*) filter (where (p.all_tickets, p.all_lines)
      is distinct from (coalesce(t.tickets, 0), coalesce(t.lines, 0))))::bigint as broken
  from (${pools}) p left join (${ticketsOfPools}) t on t.pool = p.id`

const returns = sql<Counts>`
  select count(*) as scanned, count(*) filter (where (p.paid, p.refunded) is distinct from (coalesce(t.paid, 0), coalesce(t.refunded, 0))
    or (p.state in ('settled', 'cancelled') and (coalesce(t.done, 0) <> p.all_tickets or p.staked <> p.all_lines * p.stake))
    or (p.state = 'cancelled' and (p.refunded, p.carried_out) is distinct from (p.staked, p.carried_in))) as broken
  from (${pools}) p left join (${ticketsOfPools}) t on t.pool = p.id`

const own = sql`
  select 'jackpot/' || p.id || '/' || v.step as id, v.amount from jackpot.pool p cross join lateral (
    values ('seed', p.seeded), ('carry_in', p.carried_in), ('rounding', p.rounding), ('carry_out', p.carried_out)) v (step, amount)
  where v.amount > 0`

const transfers = sql<Counts>`
  select count(*) as scanned, count(*) filter (where o.amount is distinct from f.amount) as broken
  from (${own}) o full join (${transfersOfIds('jackpot/')}) f on f.id = o.id`

const expected = sql`
  select 'house:jackpot' as name,
    sum(p.all_lines * p.stake + p.carried_in - p.refunded - p.paid - p.rounding - p.carried_out) as balance from (${pools}) p
  union all select 'house:jackpot_rounding', sum(rounding) from jackpot.pool
  union all select 'jackpot:carry:' || name, sum(seeded + carried_out - carried_in) from jackpot.pool group by name`

const accounts = sql<Counts>`
  select count(*) as scanned, count(*) filter (where coalesce(e.balance, 0) <> coalesce(a.balance, 0)) as broken
  from (${expected}) e full join (${accountEntries(['house:jackpot', 'jackpot:'])}) a on a.name = e.name`
