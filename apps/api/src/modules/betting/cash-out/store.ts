import { sql } from 'kysely'
import type { LegState, Score } from '@nare/bets/result'
import type { BetType } from '@nare/bets/ticket/settle'
import type { Product } from '@nare/contract/products'
import { money, price, type Money, type Price } from '@nare/money/money'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { Exposure } from '../placing/place-store.ts'

export type CashOutLeg = {
  /** Its place in the bet. */
  readonly n: number
  readonly matchId: number
  readonly marketId: string
  readonly oddKey: string
  readonly price: Price
  readonly state: LegState
  readonly scoreAtBet: Score | undefined
}

/** The data of a bet that a cash-out needs. `left`: the rest of its stake and possible win. `n`: the number of its cash-outs. */
export type CashOutBet = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly product: Product
  readonly type: BetType | 'jackpot'
  readonly system: readonly number[] | undefined
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  readonly stake: Money
  /** The part of the stake that was bonus money. */
  readonly bonusStake: Money
  /** The amount that its cash-outs have paid. */
  readonly cashed: Money
  /** The tax on winnings that they have withheld of it. */
  readonly cashedTax: Money
  readonly possibleWin: Money
  readonly left: { readonly stake: Money; readonly possibleWin: Money }
  readonly n: number
  readonly legs: readonly CashOutLeg[]
  /** Whether a result of one of its matches is not settled yet. */
  readonly settling: boolean
  /** Whether an edit of it is being decided. */
  readonly editing: boolean
  readonly rule: Rule | undefined
  /** The database's time. */
  readonly at: Date
}

export type Rule = { readonly id: string; readonly amount: Money; readonly active: boolean }

type LegJson = {
  n: number
  match_id: number
  market_id: string
  odd_key: string
  price: string
  state: LegState
  home: number | null
  away: number | null
}

type Row = Pick<CashOutBet, 'bettor' | 'product' | 'type' | 'state' | 'settling' | 'editing' | 'at'> & {
  bet_id: bigint
  system: number[] | null
  stake: bigint
  bonus_stake: bigint
  cashed: bigint
  cashed_tax: bigint
  possible_win: bigint | null
  left_stake: bigint | null
  left_win: bigint | null
  times_cashed: number
  legs: LegJson[] | null
  rule_id: string | null
  rule_amount: bigint | null
  rule_active: boolean | null
}

/** These bets, by id. Lock them first if the data must stay valid until the transaction ends. */
export async function readBets(on: Db | Tx, betIds: readonly bigint[]): Promise<Map<bigint, CashOutBet>> {
  if (betIds.length === 0) return new Map()
  const rows = await queryRows<Row>(on)`
    select b.bet_id, b.bettor_id as bettor, b.product, b.type, b.system, b.state, b.stake, b.bonus_stake, b.cashed, b.cashed_tax, b.possible_win, b.left_stake, b.left_win,
      b.times_cashed, l.legs, platform.now() as at, r.id::text as rule_id, r.amount as rule_amount, r.active as rule_active,
      exists (select from betting.settlement s where s.match_id = any(l.match_ids) and s.done_at is null) as settling,
      exists (select from betting.edit_wait w where w.bet_id = b.bet_id and w.until > platform.real_now()) as editing
    from unnest(${betIds}::bigint[]) i (bet_id) join betting.bet b on b.bet_id = i.bet_id
      left join betting.cash_out_rule r on r.bet_id = b.bet_id
      cross join lateral (
        select array_agg(match_id) as match_ids, json_agg(json_build_object('n', n, 'match_id', match_id, 'market_id', market_id, 'odd_key', odd_key,
          'price', price::text, 'state', state, 'home', home_at_bet, 'away', away_at_bet) order by n) as legs
        from betting.leg where bet_id = i.bet_id) l`
  return new Map(rows.map((row) => [row.bet_id, betOf(row)]))
}

function betOf({ bet_id, bettor, product, type, state, settling, editing, at, ...row }: Row): CashOutBet {
  const possibleWin = money(row.possible_win ?? 0n)
  const stake = money(row.stake)
  const left = row.left_stake === null ? { stake, possibleWin } : leftOf(row.left_stake, row.left_win)
  const rule =
    row.rule_id === null
      ? undefined
      : { id: row.rule_id, amount: money(row.rule_amount ?? 0n), active: row.rule_active ?? false }
  return {
    betId: bet_id,
    bettor,
    product,
    type,
    state,
    settling,
    editing,
    at,
    stake,
    possibleWin,
    left,
    rule,
    bonusStake: money(row.bonus_stake),
    cashed: money(row.cashed),
    cashedTax: money(row.cashed_tax),
    system: row.system ?? undefined,
    n: row.times_cashed,
    legs: (row.legs ?? []).map(legOf),
  }
}

const leftOf = (stake: bigint, win: bigint | null) => ({ stake: money(stake), possibleWin: money(win ?? 0n) })

function legOf(leg: LegJson): CashOutLeg {
  const { home, away } = leg
  return {
    n: leg.n,
    matchId: leg.match_id,
    marketId: leg.market_id,
    oddKey: leg.odd_key,
    price: price(BigInt(leg.price)),
    state: leg.state,
    scoreAtBet: home === null || away === null ? undefined : { home, away },
  }
}

/** The bettor and the matches of a bet, which never change; undefined for an unknown bet. */
export function ownerOf(db: Db, betId: bigint): Promise<{ bettor: bigint; matchIds: number[] } | undefined> {
  return queryRow<{ bettor: bigint; matchIds: number[] }>(db)`
    select b.bettor_id as bettor, array(select l.match_id from betting.leg l where l.bet_id = b.bet_id) as "matchIds"
    from betting.bet b where b.bet_id = ${betId}::bigint`
}

/** Locks these bets until the transaction ends, in the order of their ids. */
export async function lockBets(tx: Tx, betIds: readonly bigint[]): Promise<void> {
  await sql`select from betting.bet where bet_id = any(${betIds}::bigint[]) order by bet_id for update`.execute(tx)
}

/** A cash-out that an earlier command has made. */
export type EarlierCashOut = {
  readonly betId: bigint
  readonly id: string
  readonly bettor: bigint
  readonly quote: string
  readonly hash: string
  readonly amount: Money
}

/** The cash-outs with one of these command ids or with one of these quotes. */
export async function earlierCashOuts(
  tx: Tx,
  commands: readonly { bettor: bigint; id: string; quote: string }[],
): Promise<EarlierCashOut[]> {
  const rows = await queryRows<Omit<EarlierCashOut, 'amount'> & { amount: bigint }>(tx)`
    select c.bet_id as "betId", c.id::text as id, c.bettor_id as bettor, c.quote::text as quote, encode(c.hash, 'hex') as hash, c.amount
    from unnest(${commands.map((one) => one.bettor)}::bigint[], ${commands.map((one) => one.id)}::uuid[]) as k (bettor, id)
      join betting.cash_out c on c.bettor_id = k.bettor and c.id = k.id
    union
    select c.bet_id, c.id::text, c.bettor_id, c.quote::text, encode(c.hash, 'hex'), c.amount
    from unnest(${commands.map((one) => one.quote)}::uuid[]) as k (quote) join betting.cash_out c on c.quote = k.quote`
  return rows.map((row) => ({ ...row, amount: money(row.amount) }))
}

export type NewCashOut = {
  readonly bet: CashOutBet
  readonly id: string
  readonly quote: string
  readonly hash: string
  readonly automatic: boolean
  /** The stake that is closed, and the amount that is paid for it. */
  readonly stake: Money
  readonly amount: Money
  /** The rest of the bet afterwards. */
  readonly left: CashOutBet['left']
}

/**
 * Writes cash-outs of different bets and updates their bets, which the caller has locked, in one statement. If nothing is left of a bet, it
 * is closed and its rule ends.
 */
export async function insertCashOuts(
  tx: Tx,
  cashOuts: readonly (NewCashOut & { readonly tax: bigint })[],
): Promise<void> {
  await sql`
    with c as materialized (
      select * from unnest(${cashOuts.map((c) => c.bet.betId)}::bigint[], ${cashOuts.map((c) => c.bet.bettor)}::bigint[],
        ${cashOuts.map((c) => c.bet.n + 1)}::int[], ${cashOuts.map((c) => c.id)}::uuid[], ${cashOuts.map((c) => c.quote)}::uuid[],
        ${cashOuts.map((c) => c.hash)}::text[], ${cashOuts.map((c) => c.automatic)}::boolean[], ${cashOuts.map((c) => c.stake)}::bigint[],
        ${cashOuts.map((c) => c.amount)}::bigint[], ${cashOuts.map((c) => c.left.stake)}::bigint[],
        ${cashOuts.map((c) => c.left.possibleWin)}::bigint[], ${cashOuts.map((c) => c.tax)}::bigint[])
        as c (bet_id, bettor_id, n, id, quote, hash, automatic, stake, amount, left_stake, left_win, tax)),
    bet as (
      update betting.bet b set cashed = b.cashed + c.amount, returned = b.returned + c.amount, times_cashed = c.n,
        tax = b.tax + c.tax, cashed_tax = b.cashed_tax + c.tax,
        left_stake = c.left_stake, left_win = c.left_win,
        state = case when c.left_stake = 0 then 'cashed_out' else b.state end,
        settled_at = case when c.left_stake = 0 then platform.now() end
      from c where b.bet_id = c.bet_id),
    rule as (
      update betting.cash_out_rule r set active = false from c where r.bet_id = c.bet_id and c.left_stake = 0),
    watch as (
      delete from betting.cash_out_watch w using c where w.bet_id = c.bet_id and c.left_stake = 0)
    insert into betting.cash_out (bettor_id, id, bet_id, n, quote, hash, stake, amount, automatic)
    select bettor_id, id, bet_id, n, quote, decode(hash, 'hex'), stake, amount, automatic from c`.execute(tx)
}

/** Releases exposure, in key order. The last write of a cash-out, because these rows are the most contended. */
export async function releaseExposure(tx: Tx, released: readonly Exposure[]): Promise<void> {
  await sql`
    with own as materialized (
      select e.match_id, e.market_id, e.odd_key, r.bets, r.stake, r.liability from betting.exposure e
        join unnest(${released.map((r) => r.matchId)}::int[], ${released.map((r) => r.marketId)}::text[],
          ${released.map((r) => r.oddKey)}::text[], ${released.map((r) => r.bets)}::bigint[], ${released.map((r) => r.stake)}::bigint[],
          ${released.map((r) => r.liability)}::bigint[])
          as r (match_id, market_id, odd_key, bets, stake, liability) using (match_id, market_id, odd_key)
      order by e.match_id, e.market_id collate "C", e.odd_key collate "C" for update of e)
    update betting.exposure e set bets = e.bets - own.bets, stake = e.stake - own.stake, liability = e.liability - own.liability
    from own where (e.match_id, e.market_id, e.odd_key) = (own.match_id, own.market_id, own.odd_key)`.execute(tx)
}

/** The key that signs quotes, the same for every process. */
export async function quoteKey(db: Db | Tx): Promise<string> {
  const rows = await queryRows<{ key: string }>(db)`select key from betting.cash_out_key`
  const key = rows[0]?.key
  if (key === undefined) throw new Error('there is no key for cash-out quotes')
  return key
}

/** A cash-out that was paid. */
export type PaidCashOut = {
  readonly id: string
  readonly at: Date
  readonly stake: bigint
  readonly amount: bigint
  readonly automatic: boolean
}

/** The cash-outs of a bet, in order. */
export function cashOutsOf(db: Db, betId: bigint): Promise<PaidCashOut[]> {
  return queryRows<PaidCashOut>(db)`
    select id::text, at, stake, amount, automatic from betting.cash_out where bet_id = ${betId}::bigint order by n`
}

/** What automatic cash-outs paid after tax, of those of these bets that one of them ended. */
export async function automaticallyPaid(tx: Tx, bets: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const rows = await queryRows<{ bet: bigint; amount: bigint }>(tx)`
    select last.bet_id as bet, last.amount - coalesce(w.amount, 0) as amount from (
      select distinct on (bet_id) bet_id, n, amount, automatic from betting.cash_out
      where bet_id = any(${bets}::bigint[]) order by bet_id, n desc) last
      left join betting.win_tax w on w.bet_id = last.bet_id and w.step = 'cash-out' and w.n = last.n
    where last.automatic`
  return new Map(rows.map(({ bet, amount }) => [bet, amount]))
}

/** The last rule of a bet, also one that has ended. */
export function ruleOf(db: Db, betId: bigint): Promise<{ amount: bigint; at: Date; active: boolean } | undefined> {
  return queryRow<{ amount: bigint; at: Date; active: boolean }>(db)`
    select amount, set_at as at, active from betting.cash_out_rule where bet_id = ${betId}::bigint`
}
