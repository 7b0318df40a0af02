import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '@nare/contract/operator'
import { operatorPromotions as calls } from '@nare/contract/operator-promotions'
import { pathFields, type Route } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { transact } from '#platform/db'
import { betsOn, pick } from '#testing/bets'
import { waitingForLocks } from '#testing/waiting'
import { stop } from './store.ts'
import { promotionsWorld, type Create, type PromotionsWorld } from '#testing/promotions-world'

let world: PromotionsWorld

beforeAll(async () => {
  world = await promotionsWorld()
})
afterAll(() => world.close())

const { asha, ben } = { asha: 'token-of-asha', ben: 'token-of-ben' }
const inDays = (days: number) => new Date(world.nare.app.clock.now() + days * 86_400_000).toISOString()
const everyCall: [string, Route][] = Object.entries(calls)

test.each(everyCall)('%s is for operators only, and a change requires a reason', async (_name, call) => {
  const { token } = await world.someone()
  const input = Object.fromEntries(pathFields(call.path).map((field) => [field, '777777777']))
  expect((await world.nare.call(call, input)).status).toBe(401)
  expect((await world.nare.call(call, input, token)).status).toBe(403)
  if (call.method === 'POST')
    expect((await world.nare.call(call, input, asha)).body).toMatchObject({ fields: { reason: expect.any(String) } })
})

test('a proposal has no effect until a second operator approves it; each step is in the audit log', async () => {
  const { promotion_id: id } = (await world.propose({ title: { en: 'Two people', sw: 'Watu wawili' } })).body
  const bettor = await world.someone()
  expect([(await world.page(id)).status, (await world.optIn(id, bettor.token)).status]).toEqual([404, 404])
  expect((await world.approve(id, asha)).body).toMatchObject({ code: 'not_allowed' })
  const approvals = await Promise.all(Array.from({ length: 10 }, () => world.approve(id, ben)))
  expect(new Set(approvals.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await world.approve(id, asha)).body).toMatchObject({ code: 'not_available' })
  const { body } = await world.nare.call(calls.promotionCost, { id }, ben)
  expect(body.data).toMatchObject({ state: 'running', proposed_by: 'asha', approved_by: 'ben' })
  const log = await world.nare.call(operator.audit, { subject: `promotion ${id}` }, asha)
  expect(new Set(log.body.data.map(({ operator: by, outcome }) => `${by} ${outcome}`))).toEqual(
    new Set(['asha not_allowed', 'ben running', 'asha not_available']),
  )
  const proposed = await world.nare.call(operator.audit, { subject: 'promotion Two people' }, asha)
  expect(proposed.body.data).toMatchObject([
    {
      action: 'promotion.propose',
      outcome: 'proposed',
      facts: { cost_cap: '100000' },
      reason: 'agreed with marketing',
    },
  ])
})

test('ten equal proposals with one id at once are one promotion', async () => {
  const period = { starts_at: inDays(-1), ends_at: inDays(10) }
  const sent = { id: randomUUID(), title: { en: 'Once only', sw: 'Mara moja' }, ...period }
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.propose(sent)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.promotion_id}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  const { rows } = await sql`select from promotions.promotion where title_en = 'Once only'`.execute(world.nare.base.db)
  expect(rows).toHaveLength(1)
  expect(await world.propose({ ...sent, cost_cap: '200000' })).toMatchObject({ body: { code: 'id_reused' } })
})

test('nobody joins after the response to a stop, concurrent joins included; bettors who have joined still get the reward', async () => {
  const id = await world.opened()
  const bettors = await world.nare.bettors(40, 10)
  const early = bettors.slice(0, 20)
  const joining = early.map(({ token }) => world.optIn(id, token))
  expect((await world.stop(id)).body).toEqual({ state: 'stopped' })
  const late = await Promise.all(bettors.slice(20).map(({ token }) => world.optIn(id, token)))
  expect(late.map(({ body }) => body['reason'])).toEqual(Array(20).fill('over'))
  const inside = (await Promise.all(joining)).filter(({ status }) => status === 200).length
  for (const bettor of early) await world.deposit(bettor, 10_000n)
  await world.run()
  expect(await world.cost(id)).toMatchObject({ given: `${inside}00.00`.replace(/^0+(?=\d)/, ''), reserved: '0.00' })
  expect((await world.stop(id)).body).toEqual({ state: 'stopped' })
  const listed = (await world.list(bettors[39]?.token)).find(({ promotion_id }) => promotion_id === id)
  expect(listed?.state).toBe('over')
})

test('a join that waits for the stop of its promotion is refused', async () => {
  const id = await world.opened()
  const bettor = await world.someone()
  const { db } = world.nare.app
  const joining = await transact(db, async (tx) => {
    await stop(tx, { id: BigInt(id), operator: 'ben' })
    const response = world.optIn(id, bettor.token)
    while ((await waitingForLocks(tx)) === 0) await new Promise((resolve) => setImmediate(resolve))
    return { response }
  })
  expect((await joining.response).body).toMatchObject({ code: 'not_available', reason: 'over' })
  expect(await world.cost(id)).toMatchObject({ reserved: '0.00' })
})

test('a proposal that is stopped cannot be approved, and an unknown one is not found', async () => {
  const { promotion_id: id } = (await world.propose()).body
  await world.stop(id)
  expect((await world.approve(id)).body).toMatchObject({ code: 'not_available' })
  expect([(await world.approve('999999')).status, (await world.stop('999999')).status]).toEqual([404, 404])
  expect((await world.page('999999')).status).toBe(404)
})

test('a promotion that has not begun or has ended cannot be joined', async () => {
  const soon = await world.opened({ starts_at: inDays(1), ends_at: inDays(2) })
  const bettor = await world.someone()
  expect((await world.optIn(soon, bettor.token)).status).toBe(404)
  await world.nare.call(sandbox.clock, { advance_s: 86_400 + 5 })
  expect((await world.page(soon, bettor.token)).body.data.state).toBe('open')
  await world.nare.call(sandbox.clock, { advance_s: 86_400 })
  expect((await world.optIn(soon, bettor.token)).body).toMatchObject({ code: 'not_available', reason: 'over' })
  expect((await world.page(soon, bettor.token)).body.data.state).toBe('over')
})

const bonus = { most: '50', min_odds: '1.50', wager: 1, days: 7 }
const wrong: [string, Partial<Create>, string[]][] = [
  ['a match without a percentage', { percent: undefined }, ['percent']],
  ['a match with points', { points: 5 }, ['points']],
  ['a match by bets', { trigger: 'bet', min_stake: '10' }, ['trigger', 'min_deposit']],
  ['a free bet by bets without a stake', { kind: 'free_bet', ...bonus }, ['min_stake']],
  ['a boost without wagering', { kind: 'boost', ...bonus, wager: undefined, percent: 5, min_stake: '10' }, ['wager']],
  ['points with a bonus', { kind: 'points', points: 100, min_stake: '10', most: '5' }, ['most']],
  ['a share of points for joining', { kind: 'points', points: 100, percent: 10, trigger: 'opt_in' }, ['percent']],
  ['a cap below what one bettor gets', { cost_cap: '499.99' }, ['cost_cap']],
  ['an end before the start', { ends_at: '2020-01-01T00:00:00Z' }, ['ends_at']],
  ['two years', { ends_at: '2028-12-31T00:00:00Z' }, ['ends_at']],
  ['a most of nothing', { most: '0' }, ['most']],
]
test.each(wrong)('%s cannot be proposed', async (_name, given, fields) => {
  const { status, body } = await world.propose({ ...(!given.kind && world.proposal()), ...given } as Partial<Create>)
  expect([status, Object.keys(body['fields'] as object)]).toEqual([400, fields])
})

test('a promotion for new accounts is offered to those opened since it began', async () => {
  const id = await world.opened({ new_only: true, ...{ starts_at: inDays(-1) } })
  const [old, fresh] = [await world.someone(), await world.someone()]
  await sql`update identity.bettor set signed_up_at = platform.now() - interval '2 days' where id = ${old.id}::bigint`.execute(
    world.nare.base.db,
  )
  const sees = async (token?: string) => (await world.list(token)).some(({ promotion_id }) => promotion_id === id)
  expect([await sees(old.token), await sees(fresh.token), await sees()]).toEqual([false, true, true])
  expect((await world.optIn(id, old.token)).body).toMatchObject({ code: 'not_available', reason: 'not_for_you' })
  expect((await world.optIn(id, fresh.token)).status).toBe(200)
})

test('an unverified bettor cannot join a promotion', async () => {
  const id = await world.opened()
  const bettor = await world.someone()
  await sql`update identity.bettor set verified_at = null where id = ${bettor.id}::bigint`.execute(world.nare.base.db)
  expect((await world.optIn(id, bettor.token)).body).toMatchObject({ code: 'not_verified' })
})

test("the terms are the rules in both languages, then the operator's text, and drawings are served", async () => {
  const id = await world.opened({ terms: { en: 'Ask **us** <b>first</b>', sw: 'Tuulize **sisi**' } })
  const [en, sw] = [await world.page(id), await world.page(id, undefined, 'sw')]
  expect(en.body.data).toMatchObject({
    title: 'Double your deposit',
    facts: { min_deposit: '100.00', percent: 100, most: '500.00', wager: 3, min_odds: '1.50', days: 7, points: null },
    terms: [
      { kind: 'list', ordered: true },
      {
        kind: 'paragraph',
        text: [
          { text: 'Ask ' },
          { text: 'us', look: 'strong' },
          { text: ' ' },
          { text: '<b>' },
          { text: 'first' },
          { text: '</b>' },
        ],
      },
    ],
  })
  const textOf = (page: typeof en) => JSON.stringify(page.body.data.terms[0])
  expect(textOf(en)).toContain('You get 100% of that deposit as a bonus, at most KSh 500.')
  expect(textOf(sw)).toContain('Unapata 100% ya pesa ulizoweka kama bonasi, isiyozidi KSh 500.')
  expect([sw.body.data.title, sw.body.data.lang]).toEqual(['Zidisha amana yako', 'sw'])
  const image = await world.nare.app.app.inject({ url: en.body.data.image })
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect((await world.nare.app.app.inject({ url: '/v1/promotions/images/none.svg' })).statusCode).toBe(404)
})

test('the report shows the revenue and cost of the accounts of each source, as a list and as a file', async () => {
  const { nare } = world
  await nare.call(sandbox.clock, { advance_s: 40 * 86_400 })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi', dateStyle: 'short' }).format(
    new Date(nare.app.clock.now()),
  )
  const [bettor, other, quiet] = [await world.someone(), await world.someone(), await world.someone()]
  const source = (ids: bigint[], name: string, btag: string | null) =>
    sql`update identity.bettor set utm_source = ${name}, utm_campaign = 'derby', btag = ${btag} where id = any(${ids}::bigint[])`.execute(
      nare.base.db,
    )
  await source([bettor.id, quiet.id], '=radio', null)
  await source([other.id], 'web', 'b7')
  const id = await world.opened()
  await world.optIn(id, bettor.token)
  await world.deposit(bettor, 20_000n, 1_000n)
  await world.deposit(other, 5_000n)
  await world.run()
  const bets = betsOn(nare)
  const match = await nare.match()
  await bets.mustPlace(bettor.token, [pick(match)], { stake: '100', id: randomUUID() })
  await bets.result(match, { full_time: '1:0' })
  for (const read of [nare.app.rollUps.follow, nare.app.rollUps.followSources]) while ((await read()) !== 'end');
  const { body } = await nare.call(calls.attribution, { from: today, to: today }, asha)
  expect(body.data.filter(({ utm_source }) => utm_source !== null)).toEqual([
    {
      ...{ utm_source: '=radio', utm_campaign: 'derby', btag: null, signups: 2, depositors: 1 },
      ...{ deposited: '200.00', staked: '100.00', returned: '210.00', bonus_cost: '200.00' },
    },
    {
      ...{ utm_source: 'web', utm_campaign: 'derby', btag: 'b7', signups: 1, depositors: 1 },
      ...{ deposited: '50.00', staked: '0.00', returned: '0.00', bonus_cost: '0.00' },
    },
  ])
  const file = (token: string) =>
    nare.app.app.inject({
      url: `/v1/operator/attribution.csv?from=${today}&to=${today}`,
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await file(asha)).body.split('\r\n').slice(0, 3)).toEqual([
    '\ufeffutm_source,utm_campaign,btag,signups,depositors,deposited,staked,returned,bonus_cost',
    "'=radio,derby,,2,1,200.00,100.00,210.00,200.00",
    'web,derby,b7,1,1,50.00,0.00,0.00,0.00',
  ])
  expect((await file(bettor.token)).statusCode).toBe(403)
  expect((await nare.call(calls.attribution, { from: '2026-01-01', to: '2026-12-31' }, asha)).status).toBe(400)
  expect((await nare.call(calls.attribution, { from: '2026-01-02', to: '2026-01-01' }, asha)).status).toBe(400)
})
