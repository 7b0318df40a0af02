import { openLedger } from '#modules/ledger/ledger'
import { openPurse, type Purse } from '#modules/points/purse'
import { queryRows, transact, type Db } from '#platform/db'
import { random } from '#platform/random'
import type { Books } from './money-books.ts'
import { assertSame, type MoneyWorld } from './money-model.ts'
import { isExcluded } from './money-protection.ts'
import type { PointStep } from './money-steps.ts'

/** The country's rate: `rowPoints` points buy `rowCents` cents. Only multiples of `rowPoints` can be redeemed. */
const rowPoints = 100n
const rowCents = 100n

const opened = new WeakMap<Db, Promise<Purse>>()

/** The purse outside the server under test, which may be down: other processes award points for promotions and contests. */
function purseOf(db: Db): Promise<Purse> {
  const purse =
    opened.get(db) ??
    openLedger({ db, currency: 'KES' }).then((ledger) => openPurse({ ledger, expiresDays: () => 180 }))
  opened.set(db, purse)
  return purse
}

/** Performs a step with points: an award or a redemption, each of which is sent more than once. */
export async function withPoints(world: MoneyWorld, books: Books, step: PointStep): Promise<void> {
  return step.do === 'award' ? award(world, books, BigInt(step.points)) : redeem(world, books, BigInt(step.points))
}

async function award({ base: { db } }: MoneyWorld, books: Books, points: bigint): Promise<void> {
  const purse = await purseOf(db)
  const input = { id: `points/model/${random.uuid()}`, bettor: books.bettor.id, points, reason: 'promotion' as const }
  const twice = [input, input].map((prize) => transact(db, (tx) => purse.awardAll(tx, [prize])))
  const isNew = (await Promise.all(twice)).flat()
  assertSame('an award that was sent twice counts once', isNew.filter(Boolean).length, 1)
  books.awarded += points
}

/** Redeems points by one command that is sent twice at the same time and then once more. It succeeds if there are enough points. */
async function redeem(world: MoneyWorld, books: Books, points: bigint): Promise<void> {
  if (world.crashed()) return
  const { bettor } = books
  const before = await pointsOf(world, books)
  const command = { id: random.uuid(), points: Number(points) }
  const sent = [command, command].map((body) => world.post('/redeem-points', body, bettor))
  const [first, second] = await Promise.all(sent)
  if (!first || !second || world.crashed()) return
  const third = first.status === 200 ? await world.post('/redeem-points', command, bettor) : first
  const statuses = [second.status, third.status]
  assertSame('a redemption that was sent again has the same answer', statuses, [first.status, first.status])
  const isWhole = points % rowPoints === 0n
  const shouldSucceed = isWhole && before >= points && !(await isExcluded(world, bettor))
  // Points for a settled bet may have been credited meanwhile. Then both decisions are correct.
  if ((await earnedBy(world, books)) === before - books.awarded + books.redeemed)
    assertSame('points were redeemed', first.status === 200, shouldSucceed)
  if (first.status !== 200) return
  const bonus = (points / rowPoints) * rowCents
  assertSame('the bonus money bought with points', BigInt(Math.round(Number(first.body.bonus) * 100)), bonus)
  books.redeemed += points
  books.granted += bonus
}

/** Asserts that the bettor's points are those awarded and earned, less those redeemed. */
export async function pointsAgree(world: MoneyWorld, books: Books): Promise<void> {
  const rows = await queryRows<{ balance: bigint }>(world.base.db)`
    select balance from ledger.account where owner = ${books.bettor.id}::bigint and kind = 'points'`
  assertSame('the points', rows[0]?.balance ?? 0n, await pointsOf(world, books))
}

async function pointsOf(world: MoneyWorld, books: Books): Promise<bigint> {
  return books.awarded - books.redeemed + (await earnedBy(world, books))
}

/** The points earned by the bettor's settled bets, less those that corrections reversed. */
async function earnedBy({ base }: MoneyWorld, { bettor }: Books): Promise<bigint> {
  const rows = await queryRows<{ earned: bigint }>(base.db)`
    select coalesce(sum(e.amount), 0)::bigint as earned
    from ledger.account a join ledger.entry e on e.account_id = a.id
      join ledger.transfer t on t.no = e.transfer_no and t.kind in ('points_earned', 'points_taken_back')
    where a.owner = ${bettor.id}::bigint and a.kind = 'points'`
  return rows[0]?.earned ?? 0n
}
