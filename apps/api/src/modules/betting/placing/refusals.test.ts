import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { exclude } from '#modules/protection/protection'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets, type SentSlip } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let bets: Bets
let open: string
let stopped: string
let started: string

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  open = await nare.match()
  stopped = await nare.match()
  await bets.drive(stopped, { suspend: true })
  started = await nare.match({ start_time: new Date(nare.app.clock.now() - 1000).toISOString() })
})
afterAll(() => nare.close())

async function bettor(shillings = 100): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

/** Sends a body unchanged, valid or not. */
async function send(token: string | undefined, body: unknown) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await nare.app.app.inject({ method: 'POST', url: '/v1/bet', headers, payload: JSON.stringify(body) })
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown> }
}

const refusal = (status: number, code: string, facts: Record<string, unknown> = {}) => ({
  status,
  body: { status, code, ...facts },
})

test('a league pick needs a separate slip: the refusal names the field, and validation shows the pick as closed', async () => {
  const { token } = await bettor()
  const mixed = [pick(open), pick('50000001', '3', 'home_team', '2.00')]
  const fields = { 'slip.1.sub_type_id': 'A pick of the virtual league needs a slip of its own' }
  expect(await bets.place(token, mixed)).toMatchObject(refusal(400, 'invalid_input', { fields }))
  expect(await bets.place(token, mixed.slice(1))).toMatchObject(refusal(400, 'invalid_input'))
  expect(await bets.balance(token)).toBe('100.00')
  const { data } = (await nare.call(betting.validate, { slip: mixed })).body
  expect(data.map(({ state, odd_value }) => [state, odd_value])).toEqual([
    ['open', '2.10'],
    ['closed', null],
  ])
})

describe('the order of refusals', () => {
  const wrong = { stake: '9999999', type: 'single' as const }

  /** A slip with all faults; each test removes the faults that are checked before the fault it tests. */
  const faultySlip = (given: Partial<SentSlip> = {}) =>
    slipOf([pick(started), pick(stopped), pick(open, '1', 'home_team', '9.00'), pick(open)], { ...wrong, ...given })

  test('no session, then an unreadable body, then the shape of the slip', async () => {
    expect(await send(undefined, faultySlip())).toMatchObject({ status: 401, body: { code: 'session_required' } })
    const { token } = await bettor()
    expect(await send(token, { ...faultySlip(), stake: 20 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { stake: expect.any(String) } },
    })
    expect(await send(token, faultySlip())).toMatchObject(
      refusal(400, 'invalid_input', {
        fields: { slip: 'A single has exactly one pick.' },
        field_codes: { slip: 'not_valid' },
      }),
    )
  })

  test('a repeated id comes before all other checks', async () => {
    const { token } = await bettor()
    const taken = await bets.mustPlace(token, [pick(open)])
    expect(await send(token, faultySlip({ id: taken.id }))).toMatchObject(refusal(409, 'id_reused'))
  })

  test('an unverified phone comes before an exclusion, and an exclusion before the state of matches', async () => {
    const [first, second] = [await bettor(50), await bettor(50)]
    await sql`update identity.bettor set verified_at = null where id = ${first.id}::bigint`.execute(nare.base.db)
    await transact(nare.app.db, async (tx) => {
      await nare.app.ledger.lockCash(tx, [first.id, second.id])
      for (const { id } of [first, second]) await exclude(tx, { bettor: id, period: '24h', seconds: 86_400 })
    })
    const slip = faultySlip({ type: 'multi' })
    expect(await send(first.token, slip)).toMatchObject(refusal(403, 'not_verified'))
    const until = expect.stringMatching(/^\d{4}-/) as unknown
    expect(await send(second.token, slip)).toMatchObject(refusal(403, 'self_excluded', { until }))
  })

  test('after these come matches, markets, prices, related legs, limits and funds', async () => {
    const { token } = await bettor(50)
    const [a, b] = [pick(open, '1', 'home_team', '9.00'), pick(open)]
    const refusalCode = async (picks: SentSlip['slip'], stake: string) =>
      (await bets.place(token, picks, { stake })).body['code']
    expect(await refusalCode([pick(stopped), pick(started), a, b], '9999999')).toBe('match_started')
    expect(await refusalCode([pick(stopped), a, b], '9999999')).toBe('market_suspended')
    expect(await refusalCode([a, b], '9999999')).toBe('odds_changed')
    expect(await refusalCode([b, b], '9999999')).toBe('related_contingency')
    expect(await refusalCode([b], '9999999')).toBe('stake_too_large')
    expect(await refusalCode([b], '100')).toBe('insufficient_funds')
    expect(await refusalCode([b], '50')).toBeUndefined()
  })
})

describe('each refusal contains its facts', () => {
  test('invalid fields, by their path', async () => {
    const { token } = await bettor()
    const good = slipOf([pick(open)])
    const fields = async (body: unknown) => Object.keys(((await send(token, body)).body['fields'] as object) ?? {})
    expect(await fields({ ...good, stake: 20 })).toEqual(['stake'])
    expect(await fields({ ...good, stake: '20.001' })).toEqual(['stake'])
    expect(await fields({ ...good, stake: '-20' })).toEqual(['stake'])
    expect(await fields({ ...good, id: 'mine' })).toEqual(['id'])
    expect(await fields({ ...good, slip: [] })).toEqual(['slip'])
    expect(await fields({ ...good, accept: 'maybe' })).toEqual(['accept'])
    expect(await fields({ ...good, slip: [{ ...pick(open), odd_value: 2.1 }] })).toEqual(['slip.0.odd_value'])
    expect(await fields({ id: good.id })).toEqual(['stake', 'slip'])
    expect(await fields({ ...good, type: 'multi' })).toEqual(['slip'])
    expect(await fields({ ...slipOf([pick(open), pick(stopped)]), type: 'system', system: [3] })).toEqual(['system'])
  })

  test('picks of a started match and of a suspended market, with all picks as validation returns them', async () => {
    const { token } = await bettor()
    const reply = await bets.place(token, [pick(open), pick(started)])
    expect(reply).toMatchObject(refusal(422, 'match_started', { picks: [`${started}1hometeam`] }))
    expect(reply.body['data']).toMatchObject([{ state: 'open' }, { state: 'started', match_id: started }])
    const other = await bets.place(token, [pick(open), pick(stopped)])
    expect(other).toMatchObject(refusal(422, 'market_suspended', { picks: [`${stopped}1hometeam`], open: 1 }))
    expect(other.body['data']).toMatchObject([{ state: 'open' }, { state: 'suspended' }])
  })

  test('both picks of the same match', async () => {
    const { token } = await bettor()
    const reply = await bets.place(token, [pick(open), pick(open, '18', 'over 2.5', '1.90')])
    const picks = [`${open}1hometeam`, `${open}18over25`]
    expect(reply).toMatchObject(refusal(422, 'related_contingency', { picks }))
  })

  test('the limit that was exceeded', async () => {
    const { token } = await bettor(200_000)
    const place = (picks: SentSlip['slip'], stake: string) => bets.place(token, picks, { stake })
    expect(await place([pick(open)], '19.99')).toMatchObject(refusal(422, 'stake_too_small', { limit: '20.00' }))
    expect(await place([pick(open)], '0')).toMatchObject(refusal(422, 'stake_too_small', { limit: '20.00' }))
    expect(await place([pick(open)], '100000.01')).toMatchObject(
      refusal(422, 'stake_too_large', { limit: '100000.00' }),
    )
    const rare = await nare.match()
    await bets.price(rare, { '45': { '4:4': '501.00' } })
    const long = [pick(rare, '45', '4:4', '501.00')]
    expect(await place(long, '10000')).toMatchObject(refusal(422, 'payout_too_large', { limit: '5000000.00' }))
    const many = await Promise.all(Array.from({ length: 31 }, () => nare.match()))
    const slip = many.map((match) => pick(match))
    expect(await place(slip, '20')).toMatchObject(refusal(422, 'too_many_legs', { limit: 30 }))
    const system = { type: 'system' as const, system: [13] }
    expect(await bets.place(token, slip.slice(0, 13), system)).toMatchObject(
      refusal(422, 'too_many_legs', { limit: 12 }),
    )
  })

  test('insufficient funds', async () => {
    const { token } = await bettor(99)
    expect(await bets.place(token, [pick(open)])).toMatchObject(
      refusal(422, 'insufficient_funds', { insufficient_balance: true, balance: '99.00' }),
    )
  })

  test('a pick of an unknown match, market or outcome is refused and shown as closed', async () => {
    const { token } = await bettor()
    for (const unknown of [
      pick('10999999'),
      pick('abc'),
      pick(open, '999'),
      pick(open, 'x'),
      pick(open, '1', 'nobody'),
      pick(open, '18', 'over 2.50'),
      pick(open, '18', 'over 77.5'),
    ]) {
      const reply = await bets.place(token, [unknown])
      expect(reply).toMatchObject(refusal(422, 'market_suspended', { open: 0 }))
      expect(reply.body['data']).toMatchObject([{ state: 'closed', odd_value: null }])
    }
  })
})

describe('an id', () => {
  test('of a refused slip may be sent again, also with other content', async () => {
    const { token } = await bettor()
    const id = randomUUID()
    expect((await bets.place(token, [pick(open)], { id, stake: '500' })).status).toBe(422)
    expect((await bets.place(token, [pick(open)], { id })).status).toBe(201)
  })

  test('that is sent again after settlement gets the first status and body, with the current balance', async () => {
    const { token } = await bettor()
    const match = await nare.match()
    const slip = slipOf([pick(match)])
    const first = await nare.call(betting.place, slip, token)
    await bets.drive(match, { odds: { '1': { home_team: '1.20' } } })
    await bets.result(match, { full_time: '1:0' })
    const again = await nare.call(betting.place, slip, token)
    expect([again.status, first.body.balance, again.body.balance]).toEqual([201, '0.00', '210.00'])
    expect({ ...again.body, balance: '' }).toEqual({ ...first.body, balance: '' })
  })

  test('of one bettor does not collide with the same id of another', async () => {
    const [first, second] = [await bettor(), await bettor()]
    const slip = slipOf([pick(open)])
    const mine = await nare.call(betting.place, slip, first.token)
    const theirs = await nare.call(betting.place, slip, second.token)
    expect(theirs.status).toBe(201)
    expect(theirs.body.bet.bet_id).not.toBe(mine.body.bet.bet_id)
  })

  test('finds its bet for the owner only, as the bet id does', async () => {
    const [first, second] = [await bettor(), await bettor()]
    const taken = await bets.mustPlace(first.token, [pick(open)])
    expect(await bets.bet(first.token, taken.id)).toEqual(await bets.bet(first.token, taken.bet_id))
    expect((await bets.bet(first.token, taken.id.toUpperCase())).bet_id).toBe(taken.bet_id)
    for (const id of [taken.id, taken.bet_id, randomUUID(), '999999999', 'x'.repeat(30)]) {
      expect(await nare.call(betting.bet, { id }, second.token)).toMatchObject(refusal(404, 'not_found'))
    }
  })
})
