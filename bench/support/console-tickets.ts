import type { Db } from '@nare/api/platform/db'
import { sql } from 'kysely'
import { inChunks, spread } from './bulk.ts'
import type { Range } from './console-world.ts'

type Given = { readonly bettors: Range; readonly deposits: Range; readonly matches: Range; readonly count: number }

/** Every hundredth ticket belongs to one of as many bettors who play much. */
const keen = 20
/** One ticket of as many among the newest is open. */
const openEvery = 10
const openMax = 100_000

/**
 * Single bets spread evenly over two weeks, each with its stake in the ledger: one in ten won, up to 100,000 of the newest open, the rest
 * lost. The newest tenth has legs, the open ones on matches that have not started. The deposits stand in the ledger between them.
 */
export async function fillTickets(owner: Db, { bettors, deposits, matches, count }: Given): Promise<Range> {
  const { rows } = await sql<{ block: string }>`select nextval('betting.bet_block')::text as block`.execute(owner)
  const first = Number(rows[0]?.block) * 1000
  await sql`select setval('betting.bet_block', ${Math.ceil((first + count) / 1000) + 1}::bigint)`.execute(owner)
  const newest = count - Math.floor(count / 10)
  const openFrom = Math.max(newest, count - openEvery * openMax)
  const perDeposit = Math.max(1, Math.floor(count / deposits.count))
  const cash = await firstCash(owner, bettors)
  await inChunks(count, (low, high) =>
    sql`
      with ticket as materialized (
        select n, ${first}::bigint + n as id,
          case when n % 100 = 0 then n / 100 % ${keen}::int else n % ${bettors.count}::int end as bettor,
          case when n > ${openFrom}::int and n % ${openEvery}::int = 7 then 'open' when n % 10 = 3 then 'won' else 'lost' end as state,
          ${spread(count)} as at
        from generate_series(${low}::int, ${high}::int) n),
      bet as (
        insert into betting.bet (bet_id, bettor_id, client_id, hash, type, accept, stake, total_odds, possible_win, rules_version, state,
          returned, times_settled, placed_at, settled_at)
        select id, ${bettors.first}::bigint + bettor, gen_random_uuid(), '\\x00', 'single', 'higher', 2000, 2100, 4200,
          (select max(version) from betting.rules), state, case state when 'won' then 4200 else 0 end, case state when 'open' then 0 else 1 end,
          at, case when state <> 'open' then at end
        from ticket),
      leg as (
        insert into betting.leg (bet_id, n, match_id, market_id, odd_key, price, state, start_time)
        select id, 0, ${matches.first}::int + case when state = 'open' then n % 390 else 400 + n % 19600 end, '1',
          (array['home_team', 'draw', 'away_team'])[1 + n % 3], 2100, state, at
        from ticket where n > ${newest}::int),
      moved as materialized (
        select n, 1 as step, id, bettor, 'stake' as kind, 'bet/' || id || '/stake' as transfer, 'bet/' || id as about, -2000 as amount, at from ticket
        union all
        select n, 2, id, bettor, 'win', 'bet/' || id || '/settle/1', 'bet/' || id, 4200, at from ticket where state = 'won'
        union all
        select n, 3, id, n / ${perDeposit}::int % ${bettors.count}::int, 'deposit', 'payment/' || ${deposits.first}::bigint + n / ${perDeposit}::int - 1,
          'payment/' || ${deposits.first}::bigint + n / ${perDeposit}::int - 1, 10000, at
        from ticket where n % ${perDeposit}::int = 0 and n / ${perDeposit}::int <= ${deposits.count}::int),
      transfer as (
        insert into ledger.transfer (id, hash, kind, about, at)
        select transfer, '\\x00', kind, about, at from moved order by n, step returning no, id)
      insert into ledger.entry (account_id, transfer_no, amount, balance_after)
      select ${cash}::bigint + m.bettor * 4, t.no, m.amount, 100000::bigint from transfer t join moved m on m.transfer = t.id
      union all
      select a.id, t.no, -m.amount, null from transfer t join moved m on m.transfer = t.id
        join ledger.account a on a.name = case m.kind when 'deposit' then 'provider:mpesa' else 'house:sports' end`.execute(
      owner,
    ),
  )
  return { first: first + 1, count }
}

/** The cash account of the first bettor; the others follow, four accounts each. */
async function firstCash(owner: Db, { first }: Range): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id::text from ledger.account where name = ${`cash:${first}`}`.execute(owner)
  return Number(rows[0]?.id)
}
