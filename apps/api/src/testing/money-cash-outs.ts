import { assertSame, type Books, type MoneyWorld, type Slip } from './money-model.ts'
import { random } from '#platform/random'
import { queryRow } from '#platform/db'

type Bet = { readonly id: bigint; readonly open: boolean }

/**
 * Cashes out a bet of the model and records what it paid. Prices do not change in a scenario, so the quoted amount is paid. Only an open
 * bet has a quote. After a crash, the bet is paid if the crash came after the commit.
 */
export async function cashOut(world: MoneyWorld, books: Books, slip: Slip): Promise<void> {
  const bet = await betOf(world, books, slip)
  if (world.crashed() || !bet) return
  const path = `/v1/bets/${bet.id}/cash-out`
  const quote = await world.post(`${path}/quote`, {}, books.bettor)
  if (world.crashed()) return
  if (quote.status !== 200) return assertSame('the status without a quote', quote.status, 422)
  assertSame('a bet with a quote is open', bet.open, true)
  const command = { id: random.uuid(), quote_id: quote.body.quote_id }
  const accepted = await world.post(path, command, books.bettor)
  if (!world.crashed())
    assertSame('a quote was accepted', [accepted.status, accepted.body.amount], [200, quote.body.amount])
  if (world.crashed() && !world.stoppedAt('cash-out stored')) return
  books.cashOuts.set(slip.id, BigInt(Math.round(Number(quote.body.amount) * 100)))
}

function betOf({ base }: MoneyWorld, { bettor }: Books, { id }: Slip): Promise<Bet | undefined> {
  return queryRow<Bet>(base.db)`
    select bet_id as id, state = 'open' as open from betting.bet
    where bettor_id = ${bettor.id}::bigint and client_id = ${id}::uuid`
}
