import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { operator } from '@nare/contract/operator'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bets } from '#testing/bets'
import { effectOf, foreseen, houseOn } from '#testing/house-results'
import { jackpotWorld, one } from '#testing/jackpots'
import { operatorsOf, operatorToken } from '#testing/operators'

let nare: TestApp
let bets: Bets
let house: ReturnType<typeof houseOn>
beforeAll(async () => {
  nare = await testApp({
    OPERATORS: operatorsOf({ tom: 'trader', tina: 'trader', vera: 'trader', sue: 'support', asha: 'admin' }),
  })
  bets = betsOn(nare)
  house = houseOn(nare)
})
afterAll(() => closeWithBooks(nare))

const tennis = () =>
  nare.match({ sport_id: '28', home_odd: '1.80', neutral_odd: null, away_odd: '1.95', over: null, under: null })

const versions = async (match: string) =>
  (
    await sql<{ version: number; kind: string; source: string; reason: string | null }>`
    select version, kind, source, reason from catalog.result where match_id = ${Number(match)} order by version`.execute(
      nare.base.db,
    )
  ).rows

const findingsAbout = async (match: string) =>
  (await nare.call(operator.findings, { limit: 100 }, operatorToken('tom'))).body.data.filter(
    ({ subject }) => subject === `match ${match}`,
  )

describe('a result by hand', () => {
  test('settles as a feed’s would, with its author, after a preview that changes nothing', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor(300)]
    const won = await bets.mustPlace(token, [pick(match)])
    await bets.mustPlace(token, [pick(match, '1', 'draw', '3.40')])
    const before = await house.stand()
    const given = { full_time: '2:1', half_time: '1:0', goals: ['home', 'away', 'home'] as ('home' | 'away')[] }
    const preview = await house.result(match, { ...given, preview: true })
    expect(preview).toMatchObject({ status: 200, body: { state: 'preview', effect: { legs: 2, of: 2 } } })
    expect(foreseen(effectOf(preview))).toEqual({
      ...{ bets: 2, winners: 1, lost: 1, paid: '210.00', taken_back: '0.00', debt: '0.00', debts: [] },
    })
    expect(effectOf(preview).largest).toMatchObject([{ ticket_id: won.bet_id, before: '0.00', after: '210.00' }])
    expect(await versions(match)).toEqual([])
    expect(await house.result(match, given)).toMatchObject({ status: 200, body: { state: 'recorded', version: 1 } })
    expect(await house.changedSince(before)).toEqual(foreseen(effectOf(preview)))
    expect(await versions(match)).toMatchObject([{ kind: 'result', source: 'tom' }])
    expect(await house.result(match, given)).toMatchObject({ body: { state: 'unchanged', version: 1 } })
  })

  test('is refused with its field where the sport does not have such a result, and changes nothing', async () => {
    const [match, court] = [await nare.match(), await tennis()]
    const wrong = async (of: string, fields: Parameters<typeof house.result>[1]) => {
      const { status, body } = await house.result(of, fields)
      return [status, ...Object.keys((body['fields'] as object | undefined) ?? {})]
    }
    expect(await wrong(match, {})).toEqual([400, 'full_time'])
    expect(await wrong(match, { full_time: '1:0', half_time: '2:0' })).toEqual([400, 'half_time'])
    expect(await wrong(match, { full_time: '1:0', goals: ['away'] })).toEqual([400, 'goals'])
    expect(await wrong(match, { full_time: '1:0', periods: ['1:0'] })).toEqual([400, 'periods'])
    expect(await wrong(match, { retired: true, full_time: '1:0' })).toEqual([400, 'retired'])
    expect(await wrong(match, { walkover: true, full_time: '1:0' })).toEqual([400, 'walkover'])
    expect(await wrong(match, { walkover: true, awarded: true })).toEqual([400, 'awarded'])
    expect(await wrong(court, { periods: ['6:4', '6:6'] })).toEqual([400, 'periods'])
    expect(await wrong(court, { periods: ['6:4', '3:6'] })).toEqual([400, 'periods'])
    expect(await wrong(court, { periods: ['6:4', '6:3'], full_time: '2:1' })).toEqual([400, 'full_time'])
    expect(await wrong(court, { periods: ['6:4', '6:3'], corners: '1:1' })).toEqual([400, 'corners'])
    expect(await wrong('99999999', { full_time: '1:0' })).toEqual([404])
    expect((await house.result(match, { full_time: '1:0' }, { by: 'sue' })).status).toBe(403)
    expect([await versions(match), await versions(court)]).toEqual([[], []])
  })

  test('a retirement leaves what the sets so far decide and voids the rest; a walkover voids everything', async () => {
    const [court, other, { token }] = [await tennis(), await tennis(), await nare.bettor(1000)]
    const over = { '189': { 'over 18.5': '1.90', 'over 25.5': '2.10', 'under 18.5': '1.80' } }
    await bets.price(court, over)
    const winner = await bets.mustPlace(token, [pick(court, '186', 'home_team', '1.80')])
    const games = await bets.mustPlace(token, [pick(court, '189', 'over 18.5', '1.90')])
    const under = await bets.mustPlace(token, [pick(court, '189', 'under 18.5', '1.80')])
    const more = await bets.mustPlace(token, [pick(court, '189', 'over 25.5', '2.10')])
    const never = await bets.mustPlace(token, [pick(other, '186', 'away_team', '1.95')])
    await house.result(court, { retired: true, periods: ['6:4', '5:7', '1:0'] })
    await house.result(other, { walkover: true })
    const stateOf = async ({ bet_id }: { bet_id: string }) => (await bets.bet(token, bet_id)).state
    expect(await Promise.all([winner, games, under, more, never].map(stateOf))).toEqual([
      ...['void', 'won', 'lost', 'void', 'void'],
    ])
    expect(await versions(court)).toMatchObject([{ kind: 'void_undecided', reason: 'retired' }])
    expect(await versions(other)).toMatchObject([{ kind: 'cancelled', reason: 'walkover' }])
    await house.result(court, { periods: ['6:4', '5:7', '6:2'] })
    expect(await Promise.all([winner, games, under, more].map(stateOf))).toEqual(['won', 'won', 'lost', 'won'])
  })

  test('an award changes nothing of a match that was played, and leaves of a broken-off one what its score decides', async () => {
    const [played, broken, coming] = [await nare.match(), await nare.match(), await nare.match()]
    const { token } = await nare.bettor(1000)
    const [winner, goals, unplayed] = [
      await bets.mustPlace(token, [pick(broken)]),
      await bets.mustPlace(token, [pick(broken, '18', 'over 2.5', '1.90')]),
      await bets.mustPlace(token, [pick(coming)]),
    ]
    await house.result(played, { full_time: '1:0' })
    expect(await house.result(played, { awarded: true })).toMatchObject({ status: 400 })
    await bets.drive(broken, { state: 'live', minute: 60, score: '2:1' })
    await bets.drive(broken, { state: 'abandoned' })
    await house.result(broken, { awarded: true })
    await house.result(coming, { awarded: true })
    const stateOf = async ({ bet_id }: { bet_id: string }) => (await bets.bet(token, bet_id)).state
    expect(await Promise.all([winner, goals, unplayed].map(stateOf))).toEqual(['void', 'won', 'void'])
  })

  test('before the kick-off there is no score, and a match that cannot be over yet needs a second person', async () => {
    const early = { early: true } as const
    const [coming, court] = [await nare.match(), await tennis()]
    const wrong = async (of: string, fields: Parameters<typeof house.result>[1]) => {
      const { status, body } = await house.result(of, fields, early)
      return [status, ...Object.keys((body['fields'] as object | undefined) ?? {})]
    }
    expect(await wrong(coming, { full_time: '1:0' })).toEqual([400, 'full_time'])
    expect(await wrong(coming, { full_time: '1:0', preview: true })).toEqual([400, 'full_time'])
    expect(await wrong(coming, { full_time: '3:0', awarded: true })).toEqual([400, 'full_time'])
    expect(await wrong(court, { periods: ['6:4', '6:3'] })).toEqual([400, 'periods'])
    expect(await wrong(court, { periods: ['6:4'], retired: true })).toEqual([400, 'periods'])
    expect([await versions(coming), await versions(court)]).toEqual([[], []])
    expect((await house.result(coming, { awarded: true }, early)).status).toBe(200)
    expect((await house.result(court, { walkover: true }, early)).status).toBe(200)

    const [live, clocked, ended] = [await nare.match(), await nare.match(), await nare.match()]
    await bets.drive(live, { state: 'live', minute: 10, score: '1:0' })
    for (const fields of [{ full_time: '1:0' }, { awarded: true }] as const)
      expect((await house.result(live, { ...fields, preview: true }, early)).status).toBe(200)
    expect((await house.result(live, { full_time: '1:0' }, early)).status).toBe(202)
    const { data } = (await nare.call(operatorProposals.proposals, { state: 'waiting' }, operatorToken('tina'))).body
    expect(data.find(({ subject }) => subject === `match ${live}`)).toMatchObject({ effect: { bets: 0, early: true } })
    expect(await versions(live)).toEqual([])
    const confirmed = await house.result(live, { full_time: '1:0' }, { ...early, by: 'tina' })
    expect(confirmed).toMatchObject({ body: { state: 'recorded' } })

    const begun = (minutes: number) =>
      sql`update catalog.match set start_time = platform.now() - make_interval(mins => ${minutes}::int) where id = ${Number(clocked)}`.execute(
        nare.base.db,
      )
    await begun(85)
    expect((await house.result(clocked, { full_time: '1:0' }, early)).status).toBe(202)
    await begun(91)
    expect((await house.result(clocked, { full_time: '1:0' }, { ...early, by: 'tina' })).status).toBe(200)
    await bets.drive(ended, { state: 'live', minute: 90, score: '1:0' })
    await bets.drive(ended, { state: 'ended' })
    expect((await house.result(ended, { full_time: '1:0' }, early)).status).toBe(200)
  })

  test('a correction after the money is gone makes a debt, which the preview names', async () => {
    const [match, later, { id, token }] = [await nare.match(), await nare.match(), await nare.bettor(100)]
    const won = await bets.mustPlace(token, [pick(match)])
    await house.result(match, { full_time: '1:0' })
    await bets.mustPlace(token, [pick(later)], { stake: '200' })
    const preview = await house.result(match, { full_time: '0:1', preview: true })
    expect(preview.body).toMatchObject({
      effect: {
        ...{ bets: 1, winners: 0, lost: 1, paid: '0.00', taken_back: '210.00', debt: '200.00' },
        debts: [{ bettor_id: String(id), amount: '200.00' }],
        largest: [{ ticket_id: won.bet_id, before: '210.00', after: '0.00' }],
      },
    })
    const before = await house.stand()
    await house.result(match, { full_time: '0:1' })
    expect(await house.changedSince(before)).toMatchObject({ debt: '200.00', taken_back: '210.00' })
  })

  test('of a hundred equal calls with one id one is done', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor()]
    await bets.mustPlace(token, [pick(match)])
    const id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => house.result(match, { full_time: '1:0' }, { id })),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(await versions(match)).toHaveLength(1)
    expect(await bets.balance(token)).toBe('210.00')
    expect((await house.result(match, { full_time: '0:1' }, { id })).body).toMatchObject({ code: 'id_reused' })
  })

  test('above the sum that one person may move a second one confirms it, who sees what it does', async () => {
    const [match, other] = [await nare.match(), await nare.match()]
    const rich = await nare.bettors(3, 20_000)
    for (const { token } of rich) await bets.mustPlace(token, [pick(match)], { stake: '20000' })
    const asked = await house.result(match, { full_time: '1:0' })
    expect(asked).toMatchObject({ status: 202, body: { state: 'waiting' } })
    const proposal = String(asked.body['proposal_id'])
    const listed = await nare.call(operatorProposals.proposals, { state: 'waiting' }, operatorToken('tina'))
    expect(listed.body.data.find(({ proposal_id }) => proposal_id === proposal)).toMatchObject({
      ...{ action: 'match.result', subject: `match ${match}`, proposer: 'tom', after: { full_time: '1:0' } },
      ...{ before: { result: 'no result', version: 0 }, effect: { bets: 3, paid: '126000.00', debt: '0.00' } },
    })
    expect(await versions(match)).toEqual([])
    expect((await house.result(match, { full_time: '2:0' }, { by: 'tina' })).body).toMatchObject({
      code: 'already_proposed',
    })
    expect((await house.result(match, { full_time: '1:0' }, { by: 'tom' })).body).toMatchObject({ code: 'not_allowed' })
    expect(await house.result(match, { full_time: '1:0' }, { by: 'tina' })).toMatchObject({
      body: { state: 'recorded' },
    })
    expect(await versions(match)).toMatchObject([{ source: 'tina' }])
    expect(await bets.balance(rich[0]?.token ?? '')).toBe('42000.00')
    // What one person has moved alone counts over all matches of a day.
    for (const { token } of rich) await bets.mustPlace(token, [pick(other)], { stake: '16000' })
    expect((await house.result(other, { full_time: '1:0' }, { by: 'tina' })).status).toBe(202)
  })

  test('what a multi may pay that stays open counts too, so that no chain of decisions is below the sum', async () => {
    const [long, voided, corrected, sure] = await Promise.all(Array.from({ length: 4 }, () => nare.match()))
    const { token } = await nare.bettor(120_000)
    const doubled = (match = '') => bets.mustPlace(token, [pick(match), pick(sure ?? '')], { stake: '20000' })
    // Each double of KSh 20,000 at 2.10 and 2.10 may pay KSh 88,200, and nothing before the second match.
    for (const match of [long, voided, corrected]) for (let n = 0; n < 2; n++) await doubled(match)
    const by = { by: 'vera' }
    expect((await house.result(long ?? '', { full_time: '1:0' }, by)).status).toBe(202)
    expect((await house.void(voided ?? '', { sub_type_id: '1' }, by)).status).toBe(202)
    const listed = await nare.call(operatorProposals.proposals, { state: 'waiting' }, operatorToken('tina'))
    expect(listed.body.data.find(({ subject }) => subject === `match ${long}`)).toMatchObject({
      effect: { bets: 0, paid: '0.00', may_pay: '176400.00' },
    })
    // Lost legs pay nothing. A correction by which their tickets are open again may.
    expect((await house.result(corrected ?? '', { full_time: '0:1' }, by)).status).toBe(200)
    expect((await house.result(corrected ?? '', { full_time: '2:0' }, by)).status).toBe(202)
  })

  test('of a match that decides a jackpot waits for a second person, and so does its void', async () => {
    const world = jackpotWorld(() => nare)
    const of = await world.pool(2)
    const { token } = await nare.bettor(1000)
    await world.place(of, token, [one.home, one.draw])
    await world.end(of, ['home_team'])
    const [, last = ''] = of.matches
    expect((await house.result(last, { full_time: '1:0', preview: true })).status).toBe(200)
    expect((await house.result(last, { full_time: '0:0' })).status).toBe(202)
    const { data } = (await nare.call(operatorProposals.proposals, { state: 'waiting' }, operatorToken('tina'))).body
    expect(data.find(({ subject }) => subject === `match ${last}`)).toMatchObject({ effect: { prizes: true } })
    expect((await house.void((await world.pool(2)).matches[0] ?? '')).status).toBe(202)
    expect((await house.result(last, { full_time: '0:0' }, { by: 'tina' })).body).toMatchObject({ state: 'recorded' })
    // Once the jackpot is settled nothing of it depends on the result any more.
    await vi.waitFor(async () => expect((await world.results(of)).state).toBe('settled'), 20_000)
    expect((await house.result(last, { full_time: '1:1' })).status).toBe(200)
  })

  test('a feed’s later report that differs becomes a finding and changes nothing; the same report does not', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor()]
    await bets.mustPlace(token, [pick(match)])
    await house.result(match, { full_time: '1:0' })
    expect(await bets.result(match, { full_time: '1:0' })).toEqual({ legs: 0, bets: 0 })
    expect(await findingsAbout(match)).toEqual([])
    expect(await bets.result(match, { full_time: '1:2' })).toEqual({ legs: 0, bets: 0 })
    await bets.result(match, { cancelled: true })
    expect(await findingsAbout(match)).toMatchObject([{ kind: 'feed_differs', facts: { ours: '1:0', feed: '1:2' } }])
    expect([await bets.balance(token), (await versions(match)).length]).toEqual(['210.00', 1])
    await house.result(match, { full_time: '1:2' })
    expect(await bets.balance(token)).toBe('0.00')
  })
})
