import { sql } from 'kysely'
import type { BetDay } from '@nare/contract/bet-days'
import type { betting } from '@nare/contract/betting'
import type { Product } from '@nare/contract/products'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Country } from '#country/country'
import { invariant } from '#platform/invariant'
import { queryRow, queryRows, type Db } from '#platform/db'
import type { AllTicketDetails } from './details.ts'
import { isRound } from './list-store.ts'

type Deps = {
  readonly db: Db
  readonly details: Pick<AllTicketDetails, 'games'>
  readonly country: Pick<Country, 'timeZone'>
}
type Days = { readonly bettor: bigint; readonly days: number }
type Sum = Pick<BetDay, 'day' | 'product' | 'game' | 'name'> & {
  bets: number
  staked: bigint
  paid: bigint
  tax: bigint
}
type Round = {
  readonly bet_id: bigint
  readonly product: Product
  readonly day: string
  readonly stake: bigint
  readonly paid: bigint
  readonly tax: bigint
}

const roundsAtOnce = 5_000
/** Bets that were open for longer are left out: without a bound, each reading would go through all bets that the bettor ever placed. */
const openMax = sql`interval '60 days'`

/** What a ticket `b` paid, after the tax on winnings. */
const paid = sql`b.returned - b.tax`

/**
 * What a bettor's bets that settled today and on the days before it have won and lost, the newest day first: tickets by product, rounds by
 * game, of a day those with the most bets first. Days are the country's.
 */
export async function betDays(deps: Deps, asked: Days): Promise<Answer<typeof betting.days>> {
  const { timeZone } = deps.country
  const now = await queryRow<{ today: string }>(deps.db)`
    select to_char(platform.now() at time zone ${timeZone}::text, 'YYYY-MM-DD') as today`
  invariant(now, 'the database has a time')
  const query = settledOn({ ...asked, ...now, timeZone })
  const sums = [...(await ticketSums(deps.db, query)), ...(await roundSums(deps, query))]
  return { ...now, data: sums.toSorted(byDayAndCount).map(viewOf) }
}

/** The day of settlement of a ticket `b`, and the condition that it settled on one of the days. */
function settledOn({ bettor, days, today, timeZone }: Days & { readonly today: string; readonly timeZone: string }) {
  const from = sql`((${today}::date - ${days - 1}::int)::timestamp at time zone ${timeZone}::text)`
  return {
    day: sql`to_char(b.settled_at at time zone ${timeZone}::text, 'YYYY-MM-DD')`,
    isSettled: sql`b.bettor_id = ${bettor}::bigint and b.placed_at >= ${from} - ${openMax}
      and b.state <> 'open' and b.settled_at >= ${from}`,
  }
}

type Query = ReturnType<typeof settledOn>

function ticketSums(db: Db, { day, isSettled }: Query): Promise<Sum[]> {
  return queryRows<Sum>(db)`
    select ${day} as day, b.product, count(*)::int as bets, sum(b.stake)::bigint as staked, sum(${paid})::bigint as paid,
      sum(b.tax)::bigint as tax
    from betting.bet b where ${isSettled} and not ${isRound} group by 1, 2`
}

/** The rounds by game, read in chunks: which game a round was of is known to its product. */
async function roundSums({ db, details }: Deps, { day, isSettled }: Query): Promise<Sum[]> {
  const sums = new Map<string, Sum>()
  for (let after = 0n; ;) {
    const rounds = await queryRows<Round>(db)`
      select b.bet_id, b.product, ${day} as day, b.stake, ${paid} as paid, b.tax from betting.bet b
      where ${isSettled} and ${isRound} and b.bet_id > ${after}::bigint order by b.bet_id limit ${roundsAtOnce}::int`
    const games = await details.games(db, rounds)
    for (const { bet_id, product, day: on, stake, ...round } of rounds) {
      const game = games.get(bet_id)
      const key = `${on} ${product} ${game?.game}`
      const sum = sums.get(key) ?? { day: on, product, ...game, bets: 0, staked: 0n, paid: 0n, tax: 0n }
      const added = { staked: sum.staked + stake, paid: sum.paid + round.paid, tax: sum.tax + round.tax }
      sums.set(key, { ...sum, bets: sum.bets + 1, ...added })
    }
    after = rounds.at(-1)?.bet_id ?? after
    if (rounds.length < roundsAtOnce) return [...sums.values()]
  }
}

const byDayAndCount = (one: Sum, other: Sum): number =>
  other.day.localeCompare(one.day) || other.bets - one.bets || one.product.localeCompare(other.product)

function viewOf({ staked, paid: returned, tax, ...sum }: Sum): BetDay {
  const text = (cents: bigint): string => formatMoney(money(cents))
  return {
    ...sum,
    ...{ staked: text(staked), returned: text(returned), net: text(returned - staked) },
    ...(tax !== 0n && { tax: text(tax) }),
  }
}
