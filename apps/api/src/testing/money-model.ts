import { sql } from 'kysely'
import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import type { World } from '#modules/payments/testing/payments-world'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { random } from '#platform/random'
import type { SeededBettor } from './seed.ts'
import { outcomes, type Outcome, type Verdict } from './money-steps.ts'

/** What the model asks of a platform: one in this process, or a process of its own. */
export type MoneyWorld = Pick<
  World,
  | 'fakes'
  | 'bettors'
  | 'post'
  | 'deposit'
  | 'withdraw'
  | 'answer'
  | 'fault'
  | 'pass'
  | 'quiet'
  | 'crashAt'
  | 'crashed'
  | 'stoppedAt'
  | 'restart'
  | 'settleLeft'
  | 'nameReceipt'
  | 'endFaults'
  | 'pull'
  | 'resolveReview'
  | 'callbackPath'
  | 'proven'
> & { readonly base: { readonly db: Db }; readonly clock: Pick<Clock, 'now'> }

/** The prices of every match of a course, in thousandths. */
const prices: Readonly<Record<Outcome, bigint>> = { home_team: 2100n, draw: 3400n, away_team: 3600n }

export type Slip = { readonly id: string; readonly match: number; readonly pick: Outcome; readonly cents: bigint }

/** A match as the model sees it: `standing` is what its bets are worth by now. */
export type Game = { readonly id: string; standing: Exclude<Verdict, 'rolled_back'> | undefined; open: boolean }

/** What the model knows of one bettor: the matches and the bets that stand. Payments it reads from their rows. */
export type Books = {
  readonly bettor: SeededBettor
  readonly games: Map<number, Game>
  readonly bets: Map<string, Slip>
}

export const openBooks = (bettor: SeededBettor): Books => ({ bettor, games: new Map(), bets: new Map() })

/** What everybody of a course begins with, in cents. */
const begins = 100_000n

/** What a bet has brought or cost by what stands of its match, stake included, in cents, rounded down. */
export function broughtBy({ pick, cents }: Slip, standing: Game['standing']): bigint {
  if (standing === 'cancelled') return 0n
  return (standing === pick ? (cents * prices[pick]) / 1000n : 0n) - cents
}

/**
 * What a match's `standing` and openness become when this is said of it. A match whose cancellation is taken back is open as
 * before; one whose score is taken back was played and stays closed.
 */
export function said(game: Game, verdict: Verdict): void {
  if (verdict !== 'rolled_back') Object.assign(game, { standing: verdict, open: false })
  else if (game.standing) Object.assign(game, { standing: undefined, open: game.standing === 'cancelled' })
}

export const scoreOf = (pick: Outcome): string => ['1:0', '1:1', '0:1'][outcomes.indexOf(pick)] ?? ''

/** A slip's body as it goes over the wire. */
export const wireSlip = ({ id, pick, cents }: Slip, game: Game): object => ({
  id,
  stake: formatMoney(money(cents)),
  slip: [{ match_id: game.id, sub_type_id: '1', odd_key: pick, odd_value: formatPrice(price(prices[pick])) }],
})

export const newSlip = (match: number, pick: Outcome, shillings: number): Slip => ({
  id: random.uuid(),
  match,
  pick,
  cents: BigInt(shillings) * 100n,
})

type Row = {
  kind: 'deposit' | 'returnable' | 'withdrawal' | 'return'
  state: string
  gross: bigint
  net: bigint
}

async function paymentsOf({ base }: MoneyWorld, { id }: SeededBettor): Promise<Row[]> {
  const found = await sql<Row>`
    select case when returnable then 'returnable' else 'deposit' end as kind, state, amount as gross, net
    from payments.deposit where bettor_id = ${id}::bigint
    union all select kind, state, debited, sum from payments.withdrawal where bettor_id = ${id}::bigint`.execute(
    base.db,
  )
  return found.rows
}

/**
 * What one payment has moved in the bettor's cash: a deposit its net once it succeeded, a withdrawal all of it until it failed. What came
 * while it could not be played, and its return, move none.
 */
function movedBy({ kind, state, gross, net }: Row): bigint {
  if (kind === 'deposit') return state === 'succeeded' ? net : 0n
  return kind === 'withdrawal' && state !== 'failed' ? -gross : 0n
}

/** What one payment has moved of what is left to return: all of it, without a tax. */
function keptBy({ kind, state, gross }: Row): bigint {
  if (kind === 'returnable') return gross
  return kind === 'return' && state !== 'failed' ? -gross : 0n
}

const sumOf = <T>(all: Iterable<T>, what: (one: T) => bigint): bigint =>
  [...all].reduce((sum, one) => sum + what(one), 0n)

type Money = { readonly cash: bigint; readonly debt: bigint; readonly returnable: bigint }

/**
 * The cash and the debt that the bettor must have, in cents, and what is left to return: what corrections took beyond the cash is owed, and
 * repaid first.
 */
export async function expected(world: MoneyWorld, books: Books): Promise<Money> {
  const rows = await paymentsOf(world, books.bettor)
  const paid = sumOf(rows, movedBy)
  const returnable = sumOf(rows, keptBy)
  const played = sumOf(books.bets.values(), (bet) => broughtBy(bet, books.games.get(bet.match)?.standing))
  const worth = begins + paid + played
  return worth < 0n ? { cash: 0n, debt: worth, returnable } : { cash: worth, debt: 0n, returnable }
}

async function standing({ base }: MoneyWorld, { id }: SeededBettor): Promise<Money> {
  const { rows } = await sql<{ kind: string; balance: bigint }>`
    select kind, balance from ledger.account where owner = ${id}::bigint`.execute(base.db)
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance
  return { cash: of('cash') ?? -1n, debt: of('debt') ?? -1n, returnable: of('returnable') ?? 0n }
}

/** Thrown where the platform and the model do not agree. */
export class Disagreement extends Error {}

export function same(what: string, is: unknown, should: unknown): void {
  const [seen, wanted] = [is, should].map((one) => JSON.stringify(one, text))
  if (seen !== wanted) throw new Disagreement(`${what}: it is ${seen}, by the model ${wanted}`)
}

const text = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)

const looksMost = 5

/** The ledger has for this bettor what the model says. A late callback may pay in while both are read: then they are read again. */
export async function ledgerAgrees(world: MoneyWorld, books: Books): Promise<void> {
  for (let looks = 1; ; looks++) {
    const before = await expected(world, books)
    const is = await standing(world, books.bettor)
    const should = await expected(world, books)
    const moved = before.cash !== should.cash || before.debt !== should.debt || before.returnable !== should.returnable
    if (!moved || looks === looksMost) return same('the money in the ledger', is, should)
  }
}

/**
 * Does what people do who read the provider's statement: names the receipts of deposits of which answer, callback and confirmation were all lost: only the provider's statement tells
 * of them; and says of money paid by hand, of which nobody was sure, that it is no prompt's.
 */
export async function nameUnheard(world: MoneyWorld, { bettor }: Books): Promise<void> {
  const { rows } = await sql<{ id: bigint; reference: string }>`
    select id, reference from payments.deposit
    where bettor_id = ${bettor.id}::bigint and state = 'unknown' and request_id is null`.execute(world.base.db)
  const { movements } = await world.fakes.books('mpesa')
  for (const { id, reference } of rows) {
    const moved = movements.find((one) => one.kind === 'in' && one.reference === reference)
    if (moved) await world.nameReceipt({ deposit: id, receipt: moved.receipt })
  }
  await world.quiet()
  const unsure = await sql<{ id: bigint; receipt: string }>`
    select d.id, d.receipt from payments.deposit d join payments.review r on r.payment_id = d.id and r.what = 'maybe_counted'
    where d.bettor_id = ${bettor.id}::bigint and d.state <> 'succeeded' and r.resolved_at is null`.execute(
    world.base.db,
  )
  for (const { id, receipt } of unsure.rows) {
    const byHand = movements.some((one) => one.receipt === receipt && one.reference === bettor.msisdn)
    if (byHand) await world.resolveReview({ payment: id, what: 'maybe_counted' })
  }
  await world.pass(11)
}

/** The provider's books hold what the payments of this bettor say, deposits that succeeded and withdrawals that are done. */
export async function providerAgrees(world: MoneyWorld, { bettor }: Books): Promise<void> {
  const rows = await paymentsOf(world, bettor)
  const { movements } = await world.fakes.books('mpesa')
  const mine = movements.filter((one) => one.msisdn === bettor.msisdn)
  const cents = (kind: 'in' | 'out') => sumOf(mine, (one) => (one.kind === kind ? BigInt(one.amount) * 100n : 0n))
  const ours = {
    in: sumOf(rows, (row) => (row.state === 'succeeded' ? row.gross : 0n)),
    out: sumOf(rows, (row) => (row.state === 'done' ? row.net : 0n)),
  }
  same('what our payments say', ours, { in: cents('in'), out: cents('out') })
}

/** Whether a slip stands as a bet by the bets' own table. */
export async function stands({ base }: MoneyWorld, { bettor }: Books, { id }: Slip): Promise<boolean> {
  const { rows } = await sql`
    select from betting.bet where bettor_id = ${bettor.id}::bigint and client_id = ${id}::uuid`.execute(base.db)
  return rows.length > 0
}

/** Every bet of the model is in the bets' own table with what it returned, and no other is. */
export async function betsAgree({ base }: MoneyWorld, { bettor, bets, games }: Books): Promise<void> {
  const { rows } = await sql<{ id: string; open: boolean; returned: bigint }>`
    select client_id::text as id, state = 'open' as open, returned from betting.bet where bettor_id = ${bettor.id}::bigint
    order by client_id::text`.execute(base.db)
  const should = [...bets.values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((bet) => {
      const stands = games.get(bet.match)?.standing
      return { id: bet.id, open: stands === undefined, returned: stands ? broughtBy(bet, stands) + bet.cents : 0n }
    })
  same('the bets', rows, should)
}
