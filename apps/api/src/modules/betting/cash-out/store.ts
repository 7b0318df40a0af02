import { sql } from 'kysely'
import type { LegState, Score } from '@nare/bets/result'
import type { BetType } from '@nare/bets/settle'
import type { Product } from '@nare/contract/products'
import { money, price, type Money, type Price } from '@nare/money/money'
import type { Db, Tx } from '#platform/db'

export type CashOutLeg = {
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
  readonly possibleWin: Money
  readonly left: { readonly stake: Money; readonly possibleWin: Money }
  readonly n: number
  readonly legs: readonly CashOutLeg[]
  /** Whether a result of one of its matches is not settled yet. */
  readonly settling: boolean
  readonly rule: Rule | undefined
  /** The database's time. */
  readonly at: Date
}

export type Rule = { readonly id: string; readonly amount: Money; readonly active: boolean }

type LegJson = {
  match_id: number
  market_id: string
  odd_key: string
  price: string
  state: LegState
  home: number | null
  away: number | null
}

type Row = Pick<CashOutBet, 'bettor' | 'product' | 'type' | 'state' | 'settling' | 'at'> & {
  bet_id: bigint
  system: number[] | null
  stake: bigint
  bonus_stake: bigint
  cashed: bigint
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
  const { rows } = await sql<Row>`
    select b.bet_id, b.bettor_id as bettor, b.product, b.type, b.system, b.state, b.stake, b.bonus_stake, b.cashed, b.possible_win, b.left_stake, b.left_win,
      b.times_cashed, l.legs, platform.now() as at, r.id::text as rule_id, r.amount as rule_amount, r.active as rule_active,
      exists (select from betting.settlement s where s.match_id = any(l.match_ids) and s.done_at is null) as settling
    from unnest(${betIds}::bigint[]) i (bet_id) join betting.bet b on b.bet_id = i.bet_id
      left join betting.cash_out_rule r on r.bet_id = b.bet_id
      cross join lateral (
        select array_agg(match_id) as match_ids, json_agg(json_build_object('match_id', match_id, 'market_id', market_id, 'odd_key', odd_key,
          'price', price::text, 'state', state, 'home', home_at_bet, 'away', away_at_bet) order by n) as legs
        from betting.leg where bet_id = i.bet_id) l`.execute(on)
  return new Map(rows.map((row) => [row.bet_id, betOf(row)]))
}

function betOf({ bet_id, bettor, product, type, state, settling, at, ...row }: Row): CashOutBet {
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
    at,
    stake,
    possibleWin,
    left,
    rule,
    bonusStake: money(row.bonus_stake),
    cashed: money(row.cashed),
    system: row.system ?? undefined,
    n: row.times_cashed,
    legs: (row.legs ?? []).map(legOf),
  }
}

const leftOf = (stake: bigint, win: bigint | null) => ({ stake: money(stake), possibleWin: money(win ?? 0n) })

function legOf(leg: LegJson): CashOutLeg {
  const { home, away } = leg
  return {
    matchId: leg.match_id,
    marketId: leg.market_id,
    oddKey: leg.odd_key,
    price: price(BigInt(leg.price)),
    state: leg.state,
    scoreAtBet: home === null || away === null ? undefined : { home, away },
  }
}

/** The bettor and the matches of a bet, which never change; undefined for an unknown bet. */
export async function ownerOf(db: Db, betId: bigint): Promise<{ bettor: bigint; matchIds: number[] } | undefined> {
  const { rows } = await sql<{ bettor: bigint; matchIds: number[] }>`
    select b.bettor_id as bettor, array(select l.match_id from betting.leg l where l.bet_id = b.bet_id) as "matchIds"
    from betting.bet b where b.bet_id = ${betId}::bigint`.execute(db)
  return rows[0]
}

/** Locks a bet until the transaction ends. */
export async function lockBet(tx: Tx, betId: bigint): Promise<void> {
  await sql`select from betting.bet where bet_id = ${betId}::bigint for update`.execute(tx)
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

/** The cash-outs with this command id or with this quote. */
export async function earlierCashOuts(
  tx: Tx,
  { bettor, id, quote }: { bettor: bigint; id: string; quote: string },
): Promise<EarlierCashOut[]> {
  const { rows } = await sql<Omit<EarlierCashOut, 'amount'> & { amount: bigint }>`
    select bet_id as "betId", id::text as id, bettor_id as bettor, quote::text as quote, encode(hash, 'hex') as hash, amount
    from betting.cash_out where (bettor_id = ${bettor}::bigint and id = ${id}::uuid) or quote = ${quote}::uuid`.execute(
    tx,
  )
  return rows.map((row) => ({ ...row, amount: money(row.amount) }))
}

export type NewCashOut = {
  readonly bet: Pick<CashOutBet, 'betId' | 'bettor' | 'n'>
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

/** Writes a cash-out and updates its bet, which the caller has locked. If nothing is left, the bet is closed and its rule ends. */
export async function insertCashOut(tx: Tx, one: NewCashOut): Promise<void> {
  const { bet, left } = one
  const over = left.stake === 0n
  await sql`
    with bet as (
      update betting.bet set cashed = cashed + ${one.amount}::bigint, returned = returned + ${one.amount}::bigint, times_cashed = ${bet.n + 1}::int,
        left_stake = ${left.stake}::bigint, left_win = ${left.possibleWin}::bigint,
        state = case when ${over}::boolean then 'cashed_out' else state end,
        settled_at = case when ${over}::boolean then platform.now() end
      where bet_id = ${bet.betId}::bigint),
    rule as (update betting.cash_out_rule set active = false where bet_id = ${bet.betId}::bigint and ${over}::boolean),
    watch as (delete from betting.cash_out_watch where bet_id = ${bet.betId}::bigint and ${over}::boolean)
    insert into betting.cash_out (bettor_id, id, bet_id, n, quote, hash, stake, amount, automatic)
    values (${bet.bettor}::bigint, ${one.id}::uuid, ${bet.betId}::bigint, ${bet.n + 1}::int, ${one.quote}::uuid, decode(${one.hash}, 'hex'),
      ${one.stake}::bigint, ${one.amount}::bigint, ${one.automatic})`.execute(tx)
}

/** The part of the exposure that a cash-out releases on each outcome of its bet. */
export type Released = { readonly bets: number; readonly stake: bigint; readonly liability: bigint }

/** Releases exposure, in key order. The last write of a cash-out, because these rows are the most contended. */
export async function releaseExposure(tx: Tx, legs: readonly CashOutLeg[], released: Released): Promise<void> {
  await sql`
    with own as materialized (
      select e.match_id, e.market_id, e.odd_key from betting.exposure e
        join unnest(${legs.map((leg) => leg.matchId)}::int[], ${legs.map((leg) => leg.marketId)}::text[], ${legs.map((leg) => leg.oddKey)}::text[])
          as l (match_id, market_id, odd_key) using (match_id, market_id, odd_key)
      order by e.match_id, e.market_id collate "C", e.odd_key collate "C" for update of e)
    update betting.exposure e set bets = e.bets - ${released.bets}::bigint, stake = e.stake - ${released.stake}::bigint,
      liability = e.liability - ${released.liability}::bigint
    from own where (e.match_id, e.market_id, e.odd_key) = (own.match_id, own.market_id, own.odd_key)`.execute(tx)
}

/** The key that signs quotes, the same for every process. */
export async function quoteKey(db: Db | Tx): Promise<string> {
  const { rows } = await sql<{ key: string }>`select key from betting.cash_out_key`.execute(db)
  const key = rows[0]?.key
  if (key === undefined) throw new Error('there is no key for cash-out quotes')
  return key
}
