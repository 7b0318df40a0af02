import { addBet, type Books, type Leg, type Slip } from './money-books.ts'
import { assertSame, betExists, expected, wireSlip, type MoneyWorld } from './money-model.ts'
import { isExcluded } from './money-protection.ts'
import { random } from '#platform/random'
import { queryRow } from '#platform/db'

type Bet = { readonly id: bigint; readonly open: boolean; readonly bonusStake: bigint }

const minStake = 20_00n
const centsOf = (amount: string): bigint => BigInt(Math.round(Number(amount) * 100))

/**
 * Cashes out a bet of the model and records what it paid. Prices do not change in a scenario, so the quoted amount is paid. Only an open
 * bet has a quote. After a crash, the bet is paid if the crash came after the commit.
 */
export async function cashOut(world: MoneyWorld, books: Books, slip: Slip): Promise<void> {
  const quoted = await quoteOf(world, books, slip)
  if (!quoted) return
  const { bet, quote } = quoted
  const command = { id: random.uuid(), quote_id: quote.quote_id }
  const accepted = await world.post(`/v1/bets/${bet.id}/cash-out`, command, books.bettor)
  if (!world.crashed()) assertSame('a quote was accepted', [accepted.status, accepted.body.amount], [200, quote.amount])
  if (world.crashed() && !world.stoppedAt('cash-out stored')) return
  books.cashOuts.set(slip.id, centsOf(quote.amount))
}

/**
 * Edits a bet of the model into one on matches that it knows, and records both. It is accepted if these are open, the amount is enough for a
 * bet and no debt takes part of it. Returns the new slip if its bet exists.
 */
export async function edit(world: MoneyWorld, books: Books, slip: Slip, to: readonly Leg[]): Promise<Slip | undefined> {
  const games = to.flatMap(({ match }) => books.games.get(match) ?? [])
  const quoted = games.length === to.length ? await quoteOf(world, books, slip) : undefined
  if (!quoted) return undefined
  const { bet, quote } = quoted
  const next: Slip = { legs: to, id: random.uuid(), cents: centsOf(quote.amount), isEdit: true }
  const { cash, debt } = await expected(world, books)
  const isOther = picksOf(to) !== picksOf(slip.legs)
  const mayBet = games.every(({ open }) => open) && !(await isExcluded(world, books.bettor))
  const accepted = isOther && mayBet && debt === 0n && bet.bonusStake === 0n && next.cents >= minStake
  const command = { ...wireSlip(next, books.games), bet_id: String(bet.id), quote_id: quote.quote_id }
  const { status } = await world.post('/v1/bet/edit', command, books.bettor)
  const isStored = world.crashed() ? await betExists(world, books, next) : status === 201
  // A late callback may credit money while the edit is decided. Then both decisions are correct.
  if (!world.crashed() && (await expected(world, books)).cash === cash)
    assertSame('an edit was accepted', isStored, accepted)
  if (!isStored) return undefined
  books.cashOuts.set(slip.id, next.cents)
  addBet(books, next, 0n)
  return next
}

const picksOf = (legs: readonly Leg[]): string => legs.map(({ match, pick }) => `${match} ${pick}`).join()

type Quoted = { readonly bet: Bet; readonly quote: { readonly quote_id: string; readonly amount: string } }

/** A bet of the model with a quote; undefined if it has none, which must be because it is not open, or if the server crashed. */
async function quoteOf(world: MoneyWorld, books: Books, slip: Slip): Promise<Quoted | undefined> {
  const bet = await betOf(world, books, slip)
  if (world.crashed() || !bet) return undefined
  const quote = await world.post(`/v1/bets/${bet.id}/cash-out/quote`, {}, books.bettor)
  if (world.crashed()) return undefined
  if (quote.status !== 200) assertSame('the status without a quote', quote.status, 422)
  else assertSame('a bet with a quote is open', bet.open, true)
  return quote.status === 200 ? { bet, quote: quote.body } : undefined
}

function betOf({ base }: MoneyWorld, { bettor }: Books, { id }: Slip): Promise<Bet | undefined> {
  return queryRow<Bet>(base.db)`
    select bet_id as id, state = 'open' as open, bonus_stake as "bonusStake" from betting.bet
    where bettor_id = ${bettor.id}::bigint and client_id = ${id}::uuid`
}
