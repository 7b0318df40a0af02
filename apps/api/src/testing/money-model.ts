import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import type { World } from '#modules/payments/testing/payments-world'
import type { Clock } from '#platform/clock'
import { queryRows, type Db } from '#platform/db'
import { partsOf, passedOn } from './money-bonus.ts'
import { isOpen, prices, returnOf, type Books, type Games, type Slip } from './money-books.ts'
import { jackpotProfit, jackpotRows } from './money-jackpot-books.ts'
import type { SeededBettor } from './seed.ts'

/** The server under test: in this process, or in a separate process. */
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
  | 'endPayout'
  | 'pull'
  | 'resolveReview'
  | 'callbackPath'
  | 'proven'
> & { readonly base: { readonly db: Db }; readonly clock: Pick<Clock, 'now'> }

/** The opening balance of every bettor of a scenario, in cents. */
const openingBalance = 100_000n

/** The profit or loss of a bet, in cash and in bonus money. */
const profitOf = (bet: Slip, books: Books) =>
  partsOf({ cents: bet.cents, bonusStake: books.bonusStakes.get(bet.id) ?? 0n }, returnOf(bet, books))

/** The request body of a slip. */
export const wireSlip = ({ id, legs, cents }: Slip, games: Games): object => ({
  id,
  stake: formatMoney(money(cents)),
  slip: legs.map(({ match, pick }) => ({
    ...{ match_id: games.get(match)?.id, sub_type_id: '1' },
    ...{ odd_key: pick, odd_value: formatPrice(price(prices[pick])) },
  })),
})

type Row = {
  kind: 'deposit' | 'returnable' | 'withdrawal' | 'return'
  state: string
  gross: bigint
  net: bigint
}

function paymentsOf({ base }: MoneyWorld, { id }: SeededBettor): Promise<Row[]> {
  return queryRows<Row>(base.db)`
    select case when returnable then 'returnable' else 'deposit' end as kind, state, amount as gross, net
    from payments.deposit where bettor_id = ${id}::bigint
    union all select kind, state, debited - returned, coalesce(paid, sum) from payments.withdrawal where bettor_id = ${id}::bigint`
}

/**
 * The effect of one payment on the bettor's cash: a succeeded deposit adds its net, a withdrawal subtracts its gross unless it
 * failed. Returnable money and its return do not change the cash.
 */
function cashChange({ kind, state, gross, net }: Row): bigint {
  if (kind === 'deposit') return state === 'succeeded' ? net : 0n
  return kind === 'withdrawal' && state !== 'failed' ? -gross : 0n
}

/** The effect of one payment on the returnable money: the gross, without a tax. */
function returnableChange({ kind, state, gross }: Row): bigint {
  if (kind === 'returnable') return gross
  return kind === 'return' && state !== 'failed' ? -gross : 0n
}

const sumOf = <T>(items: Iterable<T>, amountOf: (item: T) => bigint): bigint =>
  [...items].reduce((sum, item) => sum + amountOf(item), 0n)

type Money = { readonly cash: bigint; readonly debt: bigint; readonly returnable: bigint; readonly bonus: bigint }

/**
 * The cash, debt, returnable and bonus money that the bettor must have, in cents. Corrections beyond the cash become a debt, which
 * later credits repay first. A correction of bonus money that is already spent is the house's loss.
 */
export async function expected(world: MoneyWorld, books: Books): Promise<Money> {
  const rows = await paymentsOf(world, books.bettor)
  const paid = sumOf(rows, cashChange)
  const returnable = sumOf(rows, returnableChange)
  const won = sumOf(books.bets.values(), (bet) => profitOf(bet, books).cash) + jackpotProfit(books.jackpots)
  const { converted, ended } = await passedOn(world, books.bettor)
  const granted = books.granted + books.insurance.given
  const bonus = granted + sumOf(books.bets.values(), (bet) => profitOf(bet, books).bonus) - converted - ended
  const worth = openingBalance + paid + won + converted
  return worth < 0n ? { cash: 0n, debt: worth, returnable, bonus } : { cash: worth, debt: 0n, returnable, bonus }
}

async function ledgerMoney({ base }: MoneyWorld, { id }: SeededBettor): Promise<Money> {
  const rows = await queryRows<{ kind: string; balance: bigint }>(base.db)`
    select kind, balance from ledger.account where owner = ${id}::bigint`
  const balanceOf = (kind: string) => rows.find((row) => row.kind === kind)?.balance
  return {
    cash: balanceOf('cash') ?? -1n,
    debt: balanceOf('debt') ?? -1n,
    returnable: balanceOf('returnable') ?? 0n,
    bonus: balanceOf('bonus') ?? -1n,
  }
}

/** Thrown where the server and the model differ. */
export class ModelMismatch extends Error {}

export function assertSame(what: string, actual: unknown, expectedValue: unknown): void {
  const [seen, wanted] = [actual, expectedValue].map((value) => JSON.stringify(value, bigintAsText))
  if (seen !== wanted) throw new ModelMismatch(`${what}: actual ${seen}, expected by the model ${wanted}`)
}

const bigintAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)

const readsMax = 5

/** Asserts that the bettor's ledger equals the model. Reads again if a late callback credited money between the reads. */
export async function ledgerAgrees(world: MoneyWorld, books: Books): Promise<void> {
  for (let reads = 1; ; reads++) {
    const before = await expected(world, books)
    const actual = await ledgerMoney(world, books.bettor)
    const after = await expected(world, books)
    const hasChanged = (Object.keys(after) as (keyof Money)[]).some((key) => before[key] !== after[key])
    if (!hasChanged || reads === readsMax) return assertSame('the money in the ledger', actual, after)
  }
}

/**
 * Resolves payments by the provider's statement, as operators do: enters the receipts of deposits whose response, callback and
 * confirmation were all lost, and resolves the reviews of money that a bettor paid to the paybill number.
 */
export async function resolveLostDeposits(world: MoneyWorld, { bettor }: Books): Promise<void> {
  const rows = await queryRows<{ id: bigint; reference: string }>(world.base.db)`
    select id, reference from payments.deposit
    where bettor_id = ${bettor.id}::bigint and state = 'unknown' and request_id is null`
  const { movements } = await world.fakes.books('mpesa')
  for (const { id, reference } of rows) {
    const moved = movements.find((movement) => movement.kind === 'in' && movement.reference === reference)
    if (moved) await world.nameReceipt({ deposit: id, receipt: moved.receipt })
  }
  await world.quiet()
  const unsure = await queryRows<{ id: bigint; receipt: string }>(world.base.db)`
    select d.id, d.receipt from payments.deposit d join payments.review r on r.payment_id = d.id and r.what = 'maybe_counted'
    where d.bettor_id = ${bettor.id}::bigint and d.state <> 'succeeded' and r.resolved_at is null`
  for (const { id, receipt } of unsure) {
    const byHand = movements.some((movement) => movement.receipt === receipt && movement.reference === bettor.msisdn)
    if (byHand) await world.resolveReview({ payment: id, what: 'maybe_counted' })
  }
  await world.pass(11)
}

/** Asserts that the provider's books equal this bettor's succeeded deposits and completed withdrawals. */
export async function providerAgrees(world: MoneyWorld, { bettor }: Books): Promise<void> {
  const rows = await paymentsOf(world, bettor)
  const { movements } = await world.fakes.books('mpesa')
  const mine = movements.filter(({ msisdn }) => msisdn === bettor.msisdn)
  const cents = (direction: 'in' | 'out') =>
    sumOf(mine, ({ kind, amount }) => (kind === direction ? BigInt(amount) * 100n : 0n))
  const ours = {
    in: sumOf(rows, (row) => (row.state === 'succeeded' ? row.gross : 0n)),
    out: sumOf(rows, (row) => (row.state === 'done' ? row.net : 0n)),
  }
  assertSame('the payments', ours, { in: cents('in'), out: cents('out') })
}

/** Whether the table of bets contains a slip. */
export async function betExists({ base }: MoneyWorld, { bettor }: Books, { id }: Slip): Promise<boolean> {
  const rows = await queryRows(base.db)`
    select from betting.bet where bettor_id = ${bettor.id}::bigint and client_id = ${id}::uuid`
  return rows.length > 0
}

/** Asserts that the table of bets contains exactly the bets of the model, each with its return. */
export async function betsAgree({ base }: MoneyWorld, books: Books): Promise<void> {
  const { bettor, bets } = books
  const rows = await queryRows<{ id: string; open: boolean; returned: bigint }>(base.db)`
    select client_id::text as id, state = 'open' as open, returned from betting.bet where bettor_id = ${bettor.id}::bigint
    order by client_id::text`
  const slips = [...bets.values()].map((bet) => ({
    ...{ id: bet.id, open: isOpen(bet, books), returned: returnOf(bet, books) },
  }))
  const expectedRows = [...slips, ...jackpotRows(books.jackpots)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  assertSame('the bets', rows, expectedRows)
}
