import type { Db } from '@nare/api/platform/db'
import { sql } from 'kysely'
import { inChunks, spread, type Range, type Span } from './bulk.ts'

type Given = {
  readonly bettors: Range
  readonly deposits: Range
  readonly matches: Range
  readonly count: number
  readonly span: Span
  readonly mixed: boolean
}

/** Every hundredth ticket belongs to one of as many bettors who play much. */
const keen = 20
/** One ticket of as many among the newest is open. */
const openEvery = 10
const openMax = 100_000
/** The numbers of transfers that belong to a ticket; most of them stay unused. */
const numbersEach = 6
/** In a mixed world there is a deposit for so many tickets, and a withdrawal for so many. */
const [mixedDeposits, mixedWithdrawals] = [10, 50]

const products = [
  ...['jackpot', 'league', 'league', 'casino', 'casino', 'casino', 'games', 'games'],
  ...Array.from({ length: 12 }, () => 'sports'),
]
const markets = ['1', '10', '11', '14', '16', '18', '19', '20', '21', '29', '35', '45']

/**
 * Bets spread evenly over the days, each with its stake in the ledger: one in ten won, up to 100,000 of the newest open, the rest lost, and the
 * deposits between them. Unless the world is mixed all are singles of sports on one market, and only the newest tenth has legs. In a mixed one
 * they are of all products and markets, a third of the sports' tickets has several picks, one in fifty was void, none is open, and
 * deposits and withdrawals have their taxes. Two connections write at the same time, one the bets, one the ledger.
 */
export async function fillTickets([ofBets, ofLedger]: readonly Db[], given: Given): Promise<Range> {
  if (!ofBets || !ofLedger) throw new Error('two connections fill')
  const { bettors, deposits, matches, count, span, mixed } = given
  const { rows } = await sql<{ block: string; no: string }>`
    select nextval('betting.bet_block')::text as block, (select coalesce(max(no), 0) from ledger.transfer)::text as no`.execute(
    ofBets,
  )
  const [first, firstNo] = [Number(rows[0]?.block) * 1000, Number(rows[0]?.no)]
  await sql`select setval('betting.bet_block', ${Math.ceil((first + count) / 1000) + 1}::bigint)`.execute(ofBets)
  const newest = count - Math.floor(count / 10)
  const openFrom = Math.max(newest, count - openEvery * openMax)
  const perDeposit = mixed ? mixedDeposits : Math.max(1, Math.floor(count / deposits.count))
  const cash = await firstCash(ofBets, bettors)

  const bettor = sql`case when n % 100 = 0 then n / 100 % ${keen}::int else n % ${bettors.count}::int end`
  const simple = sql`
    n % 390 as open_match, 400 + n % 19600 as match, '1' as market, 'sports' as product, 'single' as type,
    case when n > ${openFrom}::int and n % ${openEvery}::int = 7 then 'open' when n % 10 = 3 then 'won' else 'lost' end as state`
  const various = sql`
    0 as open_match, 400 + h % 19600 as match, (${markets}::text[])[1 + h / 7 % ${markets.length}::int] as market,
    (${products}::text[])[1 + h / 11 % ${products.length}::int] as product, case when h / 13 % 3 = 0 then 'multi' else 'single' end as type,
    case when h / 17 % 50 = 9 then 'void' when h / 17 % 10 = 3 then 'won' else 'lost' end as state`
  const tickets = (low: number, high: number) => sql`
    select n, ${first}::bigint + n as id, ${bettor} as bettor, ${spread(count, span)} as at, ${mixed ? various : simple}
    from (select n, hashint4(n) & 2147483647 as h from generate_series(${low}::int, ${high}::int) n) g`
  const returned = sql`case state when 'won' then 4200 when 'void' then 2000 else 0 end`

  const fillBets = (low: number, high: number) =>
    sql`
      insert into betting.bet (bet_id, bettor_id, client_id, hash, product, type, accept, stake, total_odds, possible_win, rules_version, state,
        returned, times_settled, placed_at, settled_at)
      select id, ${bettors.first}::bigint + bettor, gen_random_uuid(), '\\x00', product, type, 'higher', 2000, 2100, 4200,
        (select max(version) from betting.rules), state, ${returned}, case state when 'open' then 0 else 1 end, at,
        case when state <> 'open' then at end
      from (${tickets(low, high)}) t`.execute(ofBets)
  const fillLegs = (low: number, high: number) =>
    sql`
      insert into betting.leg (bet_id, n, match_id, market_id, odd_key, price, state, start_time)
      select id, 0, ${matches.first}::int + case when state = 'open' then open_match else match end, market,
        (array['home_team', 'draw', 'away_team'])[1 + n % 3], 2100, state, at
      from (${tickets(low, high)}) t where ${mixed ? sql`product = 'sports' and type = 'single'` : sql`n > ${newest}::int`}`.execute(
      ofBets,
    )

  const number = (step: number) => sql`${firstNo}::bigint + n::bigint * ${numbersEach}::int + ${step}::int`
  const house = (name: unknown) => sql`(select id from ledger.account where name = ${name})`
  const own = sql`${cash}::bigint + bettor * 4`
  const depositor = sql`${cash}::bigint + n / ${perDeposit}::int % ${bettors.count}::int * 4`
  const everyDeposit = sql`n % ${perDeposit}::int = 0 ${mixed ? sql`` : sql`and n / ${perDeposit}::int <= ${deposits.count}::int`}`
  const everyWithdrawal = mixed ? sql`n % ${mixedWithdrawals}::int = 7` : sql`false`
  const winKind = mixed
    ? sql`case when state = 'void' then 'refund' when n % 9 = 0 then 'cash_out' else 'win' end`
    : sql`'win'`
  const payment = sql`'payment/' || (${deposits.first}::bigint + n / ${perDeposit}::int - 1)`

  const fillTransfers = (low: number, high: number) =>
    sql`
      insert into ledger.transfer (no, id, hash, kind, about, at) overriding system value
      select m.no, m.id, '\\x00', m.kind, m.about, t.at
      from (${tickets(low, high)}) t cross join lateral (
        select ${number(1)} as no, 'bet/' || t.id || '/stake' as id, 'stake' as kind, 'bet/' || t.id as about
        union all select ${number(2)}, 'bet/' || t.id || '/settle/1', ${winKind}, 'bet/' || t.id where state in ('won', 'void')
        union all select ${number(3)}, ${payment}, 'deposit', ${payment} where ${everyDeposit}
        union all select ${number(4)}, 'withdrawal/' || n, 'withdrawal', 'withdrawal/' || n where ${everyWithdrawal}
        union all select ${number(5)}, 'withdrawal/' || n || '/paid', 'withdrawal_paid', 'withdrawal/' || n where ${everyWithdrawal}) m`.execute(
      ofLedger,
    )
  const fillEntries = (low: number, high: number) =>
    sql`
      insert into ledger.entry (account_id, transfer_no, amount, balance_after)
      select m.account, m.no, m.amount, m.after
      from (${tickets(low, high)}) t join (${houses}) h using (product)
        cross join lateral (
          select ${own} as account, ${number(1)} as no, -2000 as amount, 100000::bigint as after
          union all select h.account, ${number(1)}, 2000, null
          union all select ${own}, ${number(2)}, ${returned}, 100000 where state in ('won', 'void')
          union all select h.account, ${number(2)}, -${returned}, null where state in ('won', 'void')
          union all select ${depositor}, ${number(3)}, 9500, 100000 where ${everyDeposit}
          union all select ${house('tax:excise')}, ${number(3)}, 500, null where ${everyDeposit}
          union all select ${house('provider:mpesa')}, ${number(3)}, -10000, null where ${everyDeposit}
          union all select ${own}, ${number(4)}, -3000, 100000 where ${everyWithdrawal}
          union all select ${house('transit:withdrawals')}, ${number(4)}, 3000, null where ${everyWithdrawal}
          union all select ${house('transit:withdrawals')}, ${number(5)}, -3000, null where ${everyWithdrawal}
          union all select ${house('tax:withholding')}, ${number(5)}, 600, null where ${everyWithdrawal}
          union all select ${house('provider:mpesa')}, ${number(5)}, 2400, null where ${everyWithdrawal}) m`.execute(
      ofLedger,
    )

  const writeBets = () =>
    inChunks(count, async (low, high) => {
      await fillBets(low, high)
      if (mixed || high > newest) await fillLegs(low, high)
    })
  const writeLedger = () =>
    inChunks(count, async (low, high) => {
      await fillTransfers(low, high)
      await fillEntries(low, high)
    })
  await Promise.all([writeBets(), writeLedger()])
  await sql`select setval(pg_get_serial_sequence('ledger.transfer', 'no'), (select max(no) from ledger.transfer))`.execute(
    ofLedger,
  )
  return { first: first + 1, count }
}

const houses = sql`
  select substr(name, 7) as product, id as account from ledger.account where name = any(array['house:sports', 'house:jackpot', 'house:league',
    'house:casino', 'house:games'])`

/** The cash account of the first bettor; the others follow, four accounts each. */
async function firstCash(owner: Db, { first }: Range): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id::text from ledger.account where name = ${`cash:${first}`}`.execute(owner)
  return Number(rows[0]?.id)
}
