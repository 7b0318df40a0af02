import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import type { Sent } from '@nare/contract/route'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { betsAfter, type BetFilter } from './list-store.ts'

let nare: TestApp
let bets: Bets

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
})
afterAll(() => nare.close())

async function bettor(): Promise<string> {
  const seeded = await nare.bettor(10_000)
  return seeded.token
}

async function list(token: string, query: Sent<typeof betting.bets> = {}) {
  return (await nare.call(betting.bets, query, token)).body
}

/** The ids of a whole list, as the file reads it. */
async function* pages(filter: BetFilter): AsyncGenerator<bigint[]> {
  for (let after: bigint | undefined; ;) {
    const rows = await betsAfter(nare.base.db, filter, { after, most: 500 })
    if (rows.length === 0) return
    yield rows.map((row) => row.bet_id)
    after = rows.at(-1)?.bet_id
  }
}

describe('the list of bets', () => {
  test('shows the newest bet first, filters open and settled bets, and has totals over all pages, with the net of settled bets', async () => {
    const token = await bettor()
    const [won, lost, later] = [await nare.match(), await nare.match(), await nare.match()]
    const wonBet = await bets.mustPlace(token, [pick(won)])
    const lostBet = await bets.mustPlace(token, [pick(lost)], { stake: '50' })
    const openBet = await bets.mustPlace(token, [pick(later)], { stake: '30' })
    await bets.result(won, { full_time: '1:0' })
    await bets.result(lost, { full_time: '0:1' })
    const everyBet = await list(token)
    expect(everyBet.data.map((bet) => bet.bet_id)).toEqual([openBet.bet_id, lostBet.bet_id, wonBet.bet_id])
    expect(everyBet.totals).toEqual({ staked: '180.00', returned: '210.00', net: '30.00', net_settled: '60.00' })
    const open = await list(token, { state: 'open' })
    expect(open.data.map((bet) => bet.bet_id)).toEqual([openBet.bet_id])
    expect(open.totals).toEqual({ staked: '30.00', returned: '0.00', net: '-30.00', net_settled: '0.00' })
    const settled = await list(token, { state: 'settled' })
    expect(settled.data.map((bet) => bet.state)).toEqual(['lost', 'won'])
    expect(settled.totals).toEqual({ staked: '150.00', returned: '210.00', net: '60.00', net_settled: '60.00' })
    expect(settled.data[1]).toEqual(await bets.bet(token, wonBet.bet_id))
  })

  test('with order settled shows the bet that was settled last first, on all pages, and open bets before it', async () => {
    const token = await bettor()
    const [first, second, third, open] = [
      await nare.match(),
      await nare.match(),
      await nare.match(),
      await nare.match(),
    ]
    const placed = new Map<unknown, string>()
    for (const match of [first, second, third, open])
      placed.set(match, (await bets.mustPlace(token, [pick(match)])).bet_id)
    for (const match of [second, third, first]) await bets.result(match, { full_time: '1:0' })
    const order = 'settled'
    const ids = async (query: Sent<typeof betting.bets>) =>
      (await list(token, { order, ...query })).data.map((bet) => bet.bet_id)
    const expected = [first, third, second].map((match) => placed.get(match))
    expect(await ids({ state: 'settled' })).toEqual(expected)
    expect(await ids({})).toEqual([placed.get(open), ...expected])
    const pages = [1, 2].map((page) => ids({ state: 'settled', page, limit: 2 }))
    expect((await Promise.all(pages)).flat()).toEqual(expected)
  })

  test('shows the bet that was placed last first, even if its id is lower', async () => {
    const token = await bettor()
    const match = await nare.match()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await bets.mustPlace(token, [pick(match)], { stake: '20' })).bet_id)
    const [first = '', second = '', third = ''] = ids
    const at = (id: string, time: string) =>
      sql`update betting.bet set placed_at = ${time}::timestamptz where bet_id = ${id}::bigint`.execute(nare.base.db)
    await at(third, '2026-03-01T10:00:00.000001Z')
    await at(first, '2026-03-01T10:00:00.000002Z')
    await at(second, '2026-03-01T10:00:00.000002Z')
    const [later, earlier] = [first, second].toSorted((a, b) => Number(BigInt(b) - BigInt(a)))
    expect((await list(token)).data.map((bet) => bet.bet_id)).toEqual([later, earlier, third])
  })

  test('reads a page of a bettor with thousands of bets in the order of an index, without sorting', async () => {
    const seeded = await nare.bettor()
    const filter = { bettor: seeded.id, state: undefined, product: undefined, from: undefined, to: undefined }
    const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
    await sql`
      insert into betting.bet (bet_id, bettor_id, client_id, hash, type, stake, possible_win, rules_version, placed_at)
      select 8000000 + n, ${filter.bettor}::bigint, gen_random_uuid(), '', 'single', 2000, 4200, 'x',
        platform.now() - make_interval(secs => n * 7 % 5000) from generate_series(1, 5000) n`.execute(owner)
    await sql`analyze betting.bet`.execute(owner)
    const listedIds: bigint[] = []
    for await (const page of pages({ ...filter, timeZone: 'Africa/Nairobi' })) listedIds.push(...page)
    expect(new Set(listedIds).size).toBe(5000)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select bet_id from betting.bet where bettor_id = ${filter.bettor}::bigint
        and (placed_at, bet_id) < (select placed_at, bet_id from betting.bet where bet_id = 8002500)
      order by placed_at desc, bet_id desc limit 500`.execute(nare.base.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index .*Scan Backward using bet_placed/)
    expect(plan).not.toContain('Sort')
    await sql`delete from betting.bet where rules_version = 'x'`.execute(owner)
    await owner.destroy()
  })

  test('has pages of a bounded size', async () => {
    const token = await bettor()
    const match = await nare.match()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift((await bets.mustPlace(token, [pick(match)], { stake: '20' })).bet_id)
    const requests = [1, 2, 3, 4].map((page) => list(token, { page, limit: 2 }))
    const [first, second, third, fourth] = await Promise.all(requests)
    expect([first, second, third, fourth].map((page) => page?.data.map((bet) => bet.bet_id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ])
    expect(third).toMatchObject({ meta: { page: 3, limit: 2, total: 5 }, totals: { staked: '100.00' } })
    // Only a first page sums all bets; later pages repeat its totals.
    await bets.mustPlace(token, [pick(match)], { stake: '20' })
    const totalsOf = async (page: number) => (await list(token, { page, limit: 2 })).totals.staked
    expect([await totalsOf(2), await totalsOf(1), await totalsOf(2)]).toEqual(['100.00', '120.00', '120.00'])
    const tooMany = await nare.call(betting.bets, { limit: 101 }, token)
    for (const limit of ['0x10', '1e1', ' 5', ''])
      expect((await nare.call(betting.bets, { limit }, token)).status).toBe(400)
    expect((await nare.call(betting.bets, { limit: '5' }, token)).status).toBe(200)
    expect(tooMany).toMatchObject({ status: 400, body: { fields: { limit: expect.any(String) as unknown } } })
  })

  test('the pages after a cursor contain every bet once, in both orders, while bets are placed and settled', async () => {
    const token = await bettor()
    const [match, ending] = [await nare.match(), await nare.match()]
    const ids: string[] = []
    for (let n = 0; n < 4; n++)
      ids.unshift((await bets.mustPlace(token, [pick(n === 3 ? ending : match)], { stake: '20' })).bet_id)
    for (const order of ['placed', 'settled'] as const) {
      const first = await list(token, { state: 'open', order, limit: 2 })
      const placed = await bets.mustPlace(token, [pick(match)], { stake: '20' })
      if (order === 'placed') await bets.result(ending, { full_time: '1:0' })
      const { next } = first.meta
      const second = await list(token, { state: 'open', order, limit: 2, page: 2, ...(next && { after: next }) })
      expect([...first.data, ...second.data].map(({ bet_id }) => bet_id)).toEqual(ids)
      // A later page repeats the total of the first.
      expect(second.meta).toEqual({ page: 2, limit: 2, total: first.meta.total })
      if (order === 'placed') ids.splice(0, 1, placed.bet_id)
    }
    const wrong = await nare.call(betting.bets, { after: 'WyJ4Il0' }, token)
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  test('filters by days in Nairobi, from the first to the last day inclusive', async () => {
    const token = await bettor()
    const match = await nare.match()
    // Nairobi is three hours ahead: 21:00 UTC is midnight there.
    const times = ['2026-03-09T20:59:59Z', '2026-03-09T21:00:00Z', '2026-03-10T20:59:59Z', '2026-03-10T21:00:00Z']
    const ids: string[] = []
    for (const at of times) {
      const { bet_id } = await bets.mustPlace(token, [pick(match)], { stake: '20' })
      await sql`update betting.bet set placed_at = ${at}::timestamptz where bet_id = ${bet_id}::bigint`.execute(
        nare.base.db,
      )
      ids.push(bet_id)
    }
    const listed = async (query: Sent<typeof betting.bets>) =>
      (await list(token, query)).data.map((bet) => ids.indexOf(bet.bet_id)).toSorted((x, y) => x - y)
    expect(await listed({ from: '2026-03-10', to: '2026-03-10' })).toEqual([1, 2])
    expect(await listed({ to: '2026-03-09' })).toEqual([0])
    expect(await listed({ from: '2026-03-11' })).toEqual([3])
    expect((await list(token, { from: '2026-03-10', to: '2026-03-10' })).totals.staked).toBe('40.00')
    expect(await nare.call(betting.bets, { from: 'yesterday' }, token)).toMatchObject({ status: 400 })
  })

  test('filters by product', async () => {
    const token = await bettor()
    await bets.mustPlace(token, [pick(await nare.match())])
    expect((await list(token, { product: 'sports' })).meta.total).toBe(1)
    expect(await list(token, { product: 'jackpot' })).toMatchObject({
      data: [],
      meta: { total: 0 },
      totals: { staked: '0.00' },
    })
  })

  test("contains only the bettor's own bets, and requires a session", async () => {
    const [owner, other] = [await bettor(), await bettor()]
    await bets.mustPlace(owner, [pick(await nare.match())])
    expect((await list(other)).data).toEqual([])
    expect(await nare.call(betting.bets, {})).toMatchObject({ status: 401, body: { code: 'session_required' } })
  })
})

test('the list is also a CSV file, one line per bet, for its owner only', async () => {
  const token = await bettor()
  const taken = await bets.mustPlace(token, [pick(await nare.match({ home_team: '=SUM(A1)' }))])
  const file = (query: string, headers: Record<string, string>) =>
    nare.app.app.inject({ method: 'GET', url: `/v1/bets.csv${query}`, headers })
  const read = await file('?state=open', { authorization: `Bearer ${token}` })
  expect(read.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = read.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect([lines[0]?.charCodeAt(0), lines[0]?.lastIndexOf('\ufeff')]).toEqual([0xfeff, 0])
  expect(lines[1]).toContain(taken.bet_id)
  expect(lines[1]).toContain('"\'=SUM(A1) v Chui, Test League')
  expect((await file('', {})).statusCode).toBe(401)
  expect((await file('?from=soon', { authorization: `Bearer ${token}` })).json()).toMatchObject({
    code: 'invalid_input',
  })
})
