import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operator } from '@nare/contract/operator'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { operatorBoard } from '@nare/contract/operator-trading-board'
import { operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { operatorFixtures } from '@nare/contract/operator-trading-results'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bets } from '#testing/bets'
import { effectOf, foreseen, houseOn } from '#testing/house-results'
import { operatorsOf, operatorToken } from '#testing/operators'

let nare: TestApp
let bets: Bets
let house: ReturnType<typeof houseOn>
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ tom: 'trader', tina: 'trader', sue: 'support' }) })
  bets = betsOn(nare)
  house = houseOn(nare)
})
afterAll(() => closeWithBooks(nare))

const findingsAbout = async (match: string) =>
  (await nare.call(operator.findings, { limit: 100 }, operatorToken('tom'))).body.data.filter(
    ({ subject }) => subject === `match ${match}`,
  )

/** A feed moves the prices of the match winner, all of them. */
async function feedPrice(match: string): Promise<void> {
  const { rows } = await sql<{ source: string; sourceId: string; driver: string }>`
    select source, source_id as "sourceId", driven_by as driver from catalog.match where id = ${Number(match)}`.execute(
    nare.base.db,
  )
  const [ref] = rows
  if (!ref) throw new Error('no such match')
  expect(ref.driver).toBe(ref.source)
  const line = { marketId: '1', line: '', state: 'open' as const, keys: ['home_team', 'draw', 'away_team'] }
  const prices = [2100n, 3400n, 3600n]
  await nare.app.catalog.ingest([
    { match: ref, at: nare.app.clock.date(), kind: 'price', lines: [{ ...line, prices }] },
  ])
}

describe('a void by hand', () => {
  test('of an outcome or a market holds for every later result, and takes no bets', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor(1000)]
    const [home, away, over] = [
      await bets.mustPlace(token, [pick(match)]),
      await bets.mustPlace(token, [pick(match, '1', 'away_team', '3.60')]),
      await bets.mustPlace(token, [pick(match, '18', 'over 2.5', '1.90')]),
    ]
    const states = () =>
      Promise.all([home, away, over].map(async ({ bet_id }) => (await bets.bet(token, bet_id)).state))
    expect(await house.void(match, { sub_type_id: '1', odd_key: 'away_team' })).toMatchObject({
      ...{ status: 200, body: { state: 'recorded', version: 1 } },
    })
    expect(await states()).toEqual(['open', 'void', 'open'])
    expect((await bets.place(token, [pick(match, '1', 'away_team', '3.60')])).body).toMatchObject({
      code: 'market_suspended',
    })
    expect((await bets.place(token, [pick(match)])).status).toBe(201)
    await bets.price(match, { '1': { away_team: '3.60' } })
    expect((await bets.place(token, [pick(match, '1', 'away_team', '3.60')])).status).toBe(422)
    await feedPrice(match)
    expect((await bets.place(token, [pick(match, '1', 'away_team', '3.60')])).status).toBe(422)
    await bets.result(match, { full_time: '1:2' })
    expect(await states()).toEqual(['lost', 'void', 'won'])
    await house.void(match, { sub_type_id: '18', line: '2.5' })
    expect(await states()).toEqual(['lost', 'void', 'void'])
    await house.result(match, { full_time: '2:0' })
    expect(await states()).toEqual(['won', 'void', 'void'])
    expect((await house.void(match, { sub_type_id: '18', line: '2.5' })).body).toMatchObject({ state: 'unchanged' })
    expect((await house.void(match, { sub_type_id: '18', odd_key: 'over all' })).status).toBe(400)
    expect((await house.void(match, { sub_type_id: '186' })).status).toBe(400)
    expect((await house.void(match, { odd_key: 'home_team' })).status).toBe(400)
    for (const of of [
      ...[{ line: 'nowhere' }, { line: '2.6' }, { line: '\u0000' }, { line: '02.5' }, { line: '' }],
      { line: '3.5', odd_key: 'over 2.5' },
    ])
      expect(await house.void(match, { sub_type_id: '18', ...of }), JSON.stringify(of)).toMatchObject({
        ...{ status: 400, body: { fields: { line: expect.any(String) as string } } },
      })
    expect((await house.void(match, { sub_type_id: '1', line: '2.5' })).status).toBe(400)
  })

  test('of an outcome or a market can be ended: its tickets are settled by the result, or open again', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor(400)]
    const home = await bets.mustPlace(token, [pick(match)])
    const over = await bets.mustPlace(token, [pick(match, '18', 'over 2.5', '1.90')])
    const outcome = { sub_type_id: '1', odd_key: 'home_team' }
    await house.void(match, outcome)
    await house.void(match, { sub_type_id: '18' })
    expect((await bets.bet(token, home.bet_id)).state).toBe('void')
    for (const part of [{ sub_type_id: '1' }, { sub_type_id: '18', line: '2.5' }, {}])
      expect(await house.void(match, { ...part, end: true })).toMatchObject({
        status: 400,
        body: { fields: { end: expect.any(String) as string } },
      })
    const ended = async (of: Parameters<typeof house.void>[1]) => {
      const preview = await house.void(match, { ...of, end: true, preview: true })
      const before = await house.stand()
      // Whatever it moves: who knows the result could choose whose bets are paid.
      expect((await house.void(match, { ...of, end: true })).status).toBe(202)
      expect((await house.void(match, { ...of, end: true }, { by: 'tina' })).body).toMatchObject({ state: 'recorded' })
      expect(await house.changedSince(before)).toEqual(foreseen(effectOf(preview)))
    }
    // Who looks at the match sees each void with its author, and after its end no more.
    const shown = async () =>
      (await nare.call(operatorTradingLimits.matchHands, { match_id: match }, operatorToken('tom'))).body.voids
    const ofMarket = { sub_type_id: '18', line: null, odd_key: null, by: 'tom', since: expect.any(String) as string }
    expect(await shown()).toEqual([{ ...ofMarket, ...outcome }, ofMarket])
    await ended(outcome)
    expect(await shown()).toEqual([ofMarket])
    expect(await bets.bet(token, home.bet_id)).toMatchObject({ state: 'open' })
    expect(await bets.balance(token)).toBe('300.00')
    await feedPrice(match)
    expect((await bets.place(token, [pick(match)])).status).toBe(201)
    await bets.result(match, { full_time: '2:1' })
    expect([(await bets.bet(token, home.bet_id)).state, (await bets.bet(token, over.bet_id)).state]).toEqual([
      'won',
      'void',
    ])
    await ended({ sub_type_id: '18' })
    expect(await bets.bet(token, over.bet_id)).toMatchObject({ state: 'won', returned: '190.00' })
  })

  test('of a whole match refunds every stake, and a result ends it', async () => {
    const [match, other, { token }] = [await nare.match(), await nare.match(), await nare.bettor(500)]
    const single = await bets.mustPlace(token, [pick(match)])
    const multi = await bets.mustPlace(token, [pick(match), pick(other)])
    await bets.result(other, { full_time: '1:0' })
    const before = await house.stand()
    const preview = await house.void(match, { preview: true })
    await house.void(match)
    expect(await house.changedSince(before)).toEqual(foreseen(effectOf(preview)))
    expect(await bets.bet(token, single.bet_id)).toMatchObject({ state: 'void', returned: '100.00' })
    expect(await bets.bet(token, multi.bet_id)).toMatchObject({ state: 'won', returned: '210.00' })
    expect(await bets.result(match, { full_time: '1:0' })).toEqual({ legs: 0, bets: 0 })
    expect(await findingsAbout(match)).toMatchObject([{ facts: { ours: 'void', feed: '1:0' } }])
    // Whatever it moves, two people end a void.
    expect((await house.result(match, { full_time: '1:0' })).status).toBe(202)
    expect(await bets.bet(token, single.bet_id)).toMatchObject({ state: 'void' })
    expect((await house.result(match, { full_time: '1:0' }, { by: 'tina' })).status).toBe(200)
    expect(await bets.bet(token, single.bet_id)).toMatchObject({ state: 'won' })
  })
})

describe('a fixture by hand', () => {
  const fixture = (given: object = {}) => ({
    ...{
      sport_id: '79',
      competition_name: 'Friendlies',
      home_team: 'Mathare',
      away_team: 'Kibera',
      reason: 'asked for',
    },
    start_time: new Date(nare.app.clock.now() + 3_600_000).toISOString(),
    prices: { home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60', over: '1.90', under: '1.90' },
    ...given,
  })
  const create = (given: object = {}, by = 'tom') =>
    nare.call(operatorFixtures.createFixture, fixture(given) as never, operatorToken(by))

  test('takes bets on all markets of its model, once for one id, and is ended by hand', async () => {
    const id = randomUUID()
    const start_time = new Date(nare.app.clock.now() + 3_600_000).toISOString()
    const [one, two] = await Promise.all([create({ id, start_time }), create({ id, start_time })])
    expect([one.status, two.status, one.body.match_id]).toEqual([201, 201, two.body.match_id])
    expect((await create({ id, home_team: 'Kisumu' })).body).toMatchObject({ code: 'id_reused' })
    const match = one.body.match_id
    const { token } = await nare.bettor()
    const bet = await bets.mustPlace(token, [pick(match)])
    await house.result(match, { full_time: '1:0' })
    expect((await bets.bet(token, bet.bet_id)).state).toBe('won')
  })

  test('of a hundred calls with one id at once one makes the match, and only the same call of the same person gets it', async () => {
    const id = randomUUID()
    const prices = fixture().prices
    // In turn the same, other sides, and other sides by somebody else.
    const given = (n: number) => [{}, { home_team: 'Kisumu' }, { home_team: 'Gor' }][n % 3]
    const start_time = new Date(nare.app.clock.now() + 3_600_000).toISOString()
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        for (;;) {
          const answer = await create({ id, start_time, ...given(n) }, n % 3 === 2 ? 'tina' : 'tom')
          // On a busy machine a call waits too long for its turn, and is sent again.
          if ((answer.status as number) !== 503) return answer
        }
      }),
    )
    const kinds = [0, 1, 2].map(
      (kind) =>
        new Set(
          answers
            .filter((_, n) => n % 3 === kind)
            .map(
              ({ status, body }) =>
                `${status} ${status === 201 ? body.match_id : String((body as { code?: string }).code)}`,
            ),
        ),
    )
    expect(
      kinds.map((of) => [...of].length),
      JSON.stringify(kinds.map((of) => [...of])),
    ).toEqual([1, 1, 1])
    const made = kinds.flatMap((of) => [...of]).filter((text) => text.startsWith('201'))
    // One of Tom's two, and Tina's, whose id is her own.
    expect(new Set(made).size).toBe(2)
    expect(new Set(kinds.flatMap((of) => [...of]))).toEqual(new Set([...made, '409 id_reused']))
    const other = await create({ id, start_time, prices: { ...prices, over: '1.95' } })
    expect(other.body).toMatchObject({ code: 'id_reused' })
    const { rows } = await sql`select from catalog.match where source_id like ${`%/${id}`}`.execute(nare.base.db)
    expect(rows).toHaveLength(2)
  })

  test('is named to the second person who confirms its result, because one person has made its prices', async () => {
    // Of the same sides at the same time the second match would be held as one match under two ids.
    const match = (await create({ id: randomUUID(), home_team: 'Nakuru', away_team: 'Meru' })).body.match_id
    const rich = await nare.bettors(3, 20_000)
    for (const { token } of rich) await bets.mustPlace(token, [pick(match)], { stake: '20000' })
    expect((await house.result(match, { full_time: '1:0' })).status).toBe(202)
    const { data } = (await nare.call(operatorProposals.proposals, { state: 'waiting' }, operatorToken('tom'))).body
    expect(data.find(({ subject }) => subject === `match ${match}`)).toMatchObject({
      before: { match_made: 'by hand' },
    })
  })

  test('is refused with its field without a book, a sport, a competition or a future', async () => {
    const fields = async (given: object) =>
      Object.keys(((await create(given)).body['fields'] as object | undefined) ?? {})
    const prices = fixture().prices
    expect(await fields({ prices: { ...prices, home_odd: '9.00' } })).toEqual(['prices.home_odd'])
    expect(await fields({ prices: { ...prices, over: '3.00', under: '3.00' } })).toEqual(['prices.over'])
    expect(await fields({ prices: { ...prices, neutral_odd: null } })).toEqual(['prices.neutral_odd'])
    expect(await fields({ sport_id: '1' })).toEqual(['sport_id'])
    expect(await fields({ competition_name: undefined })).toEqual(['competition_name'])
    expect(await fields({ competition_id: 'none' })).toEqual(['competition_id'])
    expect(await fields({ away_team: 'Mathare' })).toEqual(['away_team'])
    expect(await fields({ start_time: '2020-01-01T00:00:00Z' })).toEqual(['start_time'])
    expect((await create({}, 'sue')).status).toBe(403)
  })
})

test('the live delay of a match holds where it is longer than the setting, also for the second of two equal calls', async () => {
  const waited: number[] = []
  const slow = await testApp(
    { OPERATORS: operatorsOf({ tom: 'trader' }) },
    { base: nare.base, waitForLive: async (ms) => void waited.push(ms) },
  )
  try {
    const [match, { token }] = [await slow.match({ home_team: 'Slow' }), await slow.bettor(1000)]
    const on = betsOn(slow)
    await on.drive(match, { state: 'live', minute: 10, score: '0:0' })
    await on.mustPlace(token, [pick(match)])
    const delay = (seconds: number) =>
      slow.call(
        operatorFixtures.delayMatch,
        { match_id: match, seconds, reason: 'slow pictures' },
        operatorToken('tom'),
      )
    expect((await delay(12)).body).toEqual({ match_id: match, seconds: 12 })
    await on.mustPlace(token, [pick(match)])
    const sheet = await slow.call(operatorBoard.sheet, { id: match }, operatorToken('tom'))
    expect(sheet.body.limits.delay_s).toBe(12)
    await delay(1)
    await on.mustPlace(token, [pick(match)])
    expect(waited.map((ms) => ms / 1000)).toEqual([
      waited[0] === undefined ? 0 : waited[0] / 1000,
      12,
      (waited[0] ?? 0) / 1000,
    ])
    expect((await delay(31)).status).toBe(400)
    const unknown = { match_id: '99999999', seconds: 5, reason: 'not there' }
    expect((await slow.call(operatorFixtures.delayMatch, unknown, operatorToken('tom'))).status).toBe(404)
  } finally {
    await slow.close()
  }
})
