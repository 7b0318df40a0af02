import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { operatorPromotions } from '@nare/contract/operator-promotions'
import { promotions } from '@nare/contract/promotions'
import { sandbox } from '@nare/contract/sandbox'
import { verifyBonus } from '#modules/bonus/bonus'
import { bonusTickets } from '#modules/tickets/tickets'
import { operatorsOf, operatorToken } from '#testing/operators'
import { brokenBooks, leagueClient, until } from '#testing/league-season'
import { seedBettors, type SeededBettor } from '#testing/seed'
import { realServer, type RealServer } from '#testing/server'

const players = 40
const kills = 4
const legs = 5
const stake = 80_00n

vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 })

let server: RealServer
let client: ReturnType<typeof leagueClient>
let bettors: SeededBettor[]

beforeAll(async () => {
  server = await realServer({ OPERATORS: operatorsOf({ asha: 'admin', ben: 'admin' }) })
  client = leagueClient(server)
  const house = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(server.db)
  bettors = await seedBettors(server.db, { count: players, cents: 1_000_00n, house: house.rows[0]?.id ?? 0n })
})
afterAll(() => server.close())

/** Sends a call until it is answered: the process may be down. */
async function insist<A extends { status: number }>(send: () => Promise<A>): Promise<A> {
  let answer: A | undefined
  await until(async () => {
    answer = await send().catch(() => undefined)
    return answer !== undefined && answer.status < 500 && answer.status !== 429
  }, 'an answer')
  if (!answer) throw new Error('no answer')
  return answer
}

async function insurance(): Promise<string> {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const proposed = await client.call(
    operatorPromotions.createPromotion,
    {
      ...{ kind: 'insurance', most: '300', per_bet: '100', min_stake: '50', min_legs: legs, min_leg: '1.40' },
      ...{ min_odds: '2.00', wager: 1, days: 7, cost_cap: '100000', starts_at: at(-1), ends_at: at(10) },
      title: { en: 'One leg short', sw: 'Mguu mmoja' },
      summary: { en: 'Your stake back', sw: 'Dau lako tena' },
      reason: 'agreed with marketing',
    },
    operatorToken('asha'),
  )
  const { promotion_id: id } = proposed.body
  const approved = await client.call(
    operatorPromotions.approvePromotion,
    { id, reason: 'looks right' },
    operatorToken('ben'),
  )
  if (approved.status !== 200) throw new Error(`the promotion was not approved: ${JSON.stringify(approved.body)}`)
  return id
}

/** A match of teams of its own: two matches of the same teams on one day count as one. */
async function newMatch(n: number): Promise<string> {
  const teams = { sport_id: '79', competition_name: 'Test League', home_team: `Simba ${n}`, away_team: `Chui ${n}` }
  const prices = { home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60' }
  const created = await client.call(sandbox.createMatch, { ...teams, ...prices, start_time: '2040-01-01T12:00:00Z' })
  return created.body.match_id
}

type Counts = { rewards: number; given: number; grants: bigint; waiting: number; reserved: bigint; spent: bigint }
async function counts(promotion: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from promotions.reward) as rewards,
      (select count(*)::int from promotions.reward where state = 'given') as given,
      (select coalesce(sum(amount), 0)::bigint from bonus.grant) as grants,
      (select count(*)::int from promotions.waiting_bet) as waiting, reserved, given as spent
    from promotions.cost where promotion_id = ${promotion}::bigint`.execute(server.db)
  if (!rows[0]) throw new Error('the promotion has no costs')
  return rows[0]
}

test('an insurance pays each multi that failed by one leg once, however often the process is killed while it settles, decides and pays', async () => {
  const promotion = await insurance()
  const matches = await Promise.all(Array.from({ length: legs }, (_, n) => newMatch(n)))
  const slip = matches.map((match_id) => ({ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }))
  for (const { token } of bettors) {
    await client.call(promotions.optIn, { promotion_id: promotion, id: randomUUID() }, token)
    const placed = await client.call(betting.place, { id: randomUUID(), stake: '80.00', slip }, token)
    if (placed.status !== 201) throw new Error(`the bet was refused: ${JSON.stringify(placed.body)}`)
  }
  const [first = '', ...others] = matches
  const result = (match_id: string, full_time: string) =>
    insist(() => client.call(sandbox.resultMatch, { match_id, full_time }))
  // Lost by the first leg, so that all bets are noted and wait for the others.
  await result(first, '0:1')
  await until(async () => (await counts(promotion)).waiting === players, 'all bets wait')
  for (const match of others) await result(match, '1:0')
  await insist(() => client.call(sandbox.clock, { advance_s: 61 }))
  let seen = 0
  for (let n = 0; n < kills; n++) {
    // Once between the decision and the payment of as many as there are by then, and then among the payments.
    await until(async () => {
      const now = await counts(promotion)
      return now.rewards > 0 && (now.given > seen || now.given === players)
    }, 'a reward was decided or paid')
    seen = (await counts(promotion)).given
    await server.killProcess()
    await server.start()
    await server.ready()
  }
  await until(async () => (await counts(promotion)).given === players, 'every reward is paid')
  const spent = stake * BigInt(players)
  expect(await counts(promotion)).toEqual({
    ...{ rewards: players, given: players, grants: spent, waiting: 0, spent },
    reserved: (300_00n - stake) * BigInt(players),
  })
  const broken = [...(await brokenBooks(server)), ...(await verifyBonus(server.db, bonusTickets))]
  expect(broken.filter(({ broken: count }) => count > 0)).toEqual([])
})
