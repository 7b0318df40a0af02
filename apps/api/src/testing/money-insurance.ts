import { unchangedSettings } from '#testing/settings'
import { sql } from 'kysely'
import { money, price } from '@nare/money/money'
import { ke } from '#country/ke'
import { accountSources } from '#modules/identity/identity'
import { openLedger } from '#modules/ledger/ledger'
import { grantOf, openPromotions, type Promotions } from '#modules/promotions/promotions'
import { promotable } from '#modules/protection/protection'
import { unreadSince } from '#modules/tickets/tickets'
import { openBackground } from '#platform/background'
import { queryRow, transact, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { random } from '#platform/random'
import { bonusOf } from './money-bonus.ts'
import type { Books } from './money-books.ts'
import { earnedSum, lookAtBets, terms } from './money-insurance-books.ts'
import { assertSame, type MoneyWorld } from './money-model.ts'

/** The cap of a promotion in cents: two bettors may join, and no third. */
const cap = 700_00n
const dayMs = 86_400_000

/** The promotions of a database: the one that may still be joined, and the bettors of each. */
type House = {
  readonly promotions: Promotions
  joinable: { readonly id: bigint; readonly since: number } | undefined
  readonly joined: Map<bigint, Books[]>
}
const opened = new WeakMap<Db, Promise<House>>()

/** Promotions outside the server under test, which may be down: other processes also open, join and read them. */
function houseOf(db: Db): Promise<House> {
  const open = async (): Promise<House> => {
    const bonus = await bonusOf(db)
    const promotions = openPromotions({
      ...{ db, moneyDb: db, bonus, country: ke, settings: unchangedSettings(ke) },
      background: openBackground({ db, log: openLog('silent') }),
      ledger: await openLedger({ db, currency: 'KES' }),
      identity: { signedUpAt: async () => new Date(0), accountSources },
      images: (kind) => kind,
      ...{ grant: grantOf(bonus), award: async () => undefined, given: () => undefined },
      ...{ pointsOf: () => 0n, pointValue: () => 100n },
    })
    return { promotions, joinable: undefined, joined: new Map() }
  }
  const house = opened.get(db) ?? open()
  opened.set(db, house)
  return house
}

/** Joins an insurance by one command that is sent twice at once, unless its cap is used up or nothing may be promoted to the bettor. */
export async function insure(world: MoneyWorld, books: Books): Promise<void> {
  const { bettor, insurance } = books
  if (world.crashed() || insurance.promotion !== undefined) return
  const { db } = world.base
  const house = await houseOf(db)
  const { id } = await joinableOf(house, world)
  const joined = house.joined.get(id) ?? []
  const isFull = terms.most * BigInt(joined.length + 1) > cap
  const command = { promotion: id, command: random.uuid(), lang: 'en' } as const
  const session = { bettor: bettor.id, verified: true, signingKey: '' } as const
  const twice = [command, command].map((sent) => house.promotions.optIn(session, sent))
  const joins = (await Promise.all(twice)).map(({ ok }) => ok)
  const may = !isFull && (await promotable(db, [bettor.id])).has(bettor.id)
  assertSame('an insurance was joined', joins, [may, may])
  if (may) {
    house.joined.set(id, [...joined, books])
    insurance.promotion = id
  } else if (isFull) house.joinable = undefined
}

/** Lets the next bettor join a new promotion: the costs of this one are not those of the model any more. */
export async function leaveInsurance({ base: { db } }: MoneyWorld): Promise<void> {
  const house = await houseOf(db)
  house.joinable = undefined
}

/** An approved promotion that is not old: its places must not end within a scenario. */
async function joinableOf(house: House, { base: { db }, clock }: MoneyWorld): Promise<{ readonly id: bigint }> {
  if (house.joinable && clock.now() - house.joinable.since < 20 * dayMs) return house.joinable
  const at = (days: number) => new Date(clock.now() + days * dayMs).toISOString()
  const { operator } = house.promotions
  const proposed = await transact(db, (tx) =>
    operator.propose(
      tx,
      {
        ...{ kind: 'insurance', title: { en: 'One leg short', sw: 'Mguu mmoja' }, summary: { en: 'Stake', sw: 'Dau' } },
        ...{ starts_at: at(-1), ends_at: at(90), claim_days: 90, cost_cap: money(cap), most: money(terms.most) },
        ...{ per_bet: money(terms.perBet), min_stake: money(terms.minStake), min_legs: terms.minLegs },
        ...{ min_leg: price(1400n), min_odds: price(2000n), wager: 1, days: 30 },
      },
      'asha',
    ),
  )
  if (!proposed.ok) throw new Error(`the insurance was refused: ${JSON.stringify(proposed)}`)
  const approved = await operator.approve(proposed.value, { operator: 'ben', samePerson: async () => false })
  if (!approved.ok) throw new Error(`the insurance was not approved: ${JSON.stringify(approved)}`)
  house.joinable = { id: proposed.value, since: clock.now() }
  return house.joinable
}

const readsMax = 1_000

/** Lets the promotions read all settlements and look again at all bets and rewards that wait; the model looks at its bets. */
export async function lookAtInsured(world: MoneyWorld, books: Books): Promise<void> {
  const { bettor, insurance } = books
  if (world.crashed() || insurance.promotion === undefined) return
  const { db } = world.base
  const { promotions } = await houseOf(db)
  await sql`update promotions.waiting_bet set next_at = platform.now() where bettor_id = ${bettor.id}::bigint`.execute(
    db,
  )
  await sql`
    update promotions.reward set next_at = platform.now() where bettor_id = ${bettor.id}::bigint and state = 'due'`.execute(
    db,
  )
  for (let reads = 0; ; reads++) {
    await promotions.run()
    if (!(await isBehind(db, bettor.id))) break
    assertSame('the promotions have read all settlements', reads < readsMax, true)
  }
  lookAtBets(books)
  if ((await promotable(db, [bettor.id])).has(bettor.id)) insurance.given = earnedSum(insurance)
}

/** Whether a settlement is not read, or a bet or reward not looked at: the server's own job may be at it. */
async function isBehind(db: Db, bettor: bigint): Promise<boolean> {
  const row = await queryRow<{ waits: boolean }>(db)`
    select exists (select from promotions.waiting_bet where bettor_id = ${bettor}::bigint and next_at <= platform.now())
      or exists (select from promotions.reward where bettor_id = ${bettor}::bigint and state = 'due' and next_at <= platform.now()) as waits`
  return row?.waits !== false || (await unreadSince(db, 'promotions')) !== undefined
}

/** Asserts that a promotion has given what its bettors have got by the model, and has reserved the rest of what they may get. */
export async function insuranceAgrees(
  { base: { db } }: MoneyWorld,
  { insurance: { promotion } }: Books,
): Promise<void> {
  if (promotion === undefined) return
  const { joined } = await houseOf(db)
  const bettors = joined.get(promotion) ?? []
  const given = bettors.reduce((sum, { insurance }) => sum + insurance.given, 0n)
  const row = await queryRow<{ reserved: bigint; given: bigint; grants: bigint }>(db)`
    select reserved, given, (select coalesce(sum(amount), 0)::bigint from bonus.grant where promotion_id = ${String(promotion)}) as grants
    from promotions.cost where promotion_id = ${promotion}::bigint`
  const reserved = terms.most * BigInt(bettors.length) - given
  assertSame('the costs of an insurance', row, { reserved, given, grants: given })
}
