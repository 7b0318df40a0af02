import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleReferrals } from '@nare/contract/operator-trading-referrals'
import { referrals } from '@nare/contract/referrals'
import { sandbox } from '@nare/contract/sandbox'
import { operatorSettings } from '@nare/contract/settings'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let bets: ReturnType<typeof betsOn>

beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ tom: 'trader', ada: 'admin' }) })
  bets = betsOn(nare)
})
afterAll(() => nare.close())

type Person = SeededBettor & { readonly msisdn: string }

async function person(): Promise<Person> {
  const bettor = await nare.bettor(1000)
  const { rows } = await sql<{ msisdn: string }>`
    select msisdn from identity.bettor where id = ${bettor.id}::bigint`.execute(nare.base.db)
  return { ...bettor, msisdn: rows[0]?.msisdn ?? '' }
}

async function send({ msisdn }: Person, text: string): Promise<void> {
  await nare.call(sandbox.sendSms, { msisdn, text })
  await nare.app.smsBets.run()
}

const repliesTo = async ({ msisdn }: Person): Promise<string[]> =>
  (await nare.call(sandbox.phone, { msisdn })).body.sms.map(({ text }) => text)

const gameIdOf = async (match: string): Promise<string> => {
  const { rows } = await sql<{ game_id: number }>`
    select game_id from catalog.match where id = ${Number(match)}::int`.execute(nare.base.db)
  return String(rows[0]?.game_id)
}

test('who bet by SMS is told once how the wait for a trader ended: offered, placed, refused; not what was taken back', async () => {
  const tom = operatorToken('tom')
  const set = async (key: string, value: boolean | string) =>
    expect(
      (await nare.call(operatorSettings.changeSetting, { key, value, reason: 'test' }, operatorToken('ada'))).status,
    ).toBe(200)
  await set('referral.on', true)
  await set('referral.stake', '50')
  const [match, bettor] = [await nare.match(), await person()]
  const game = await gameIdOf(match)
  const ids: string[] = []
  for (const text of ['BET', 'BET', 'BETI', 'BET'].map((word) => `${word} ${game}#1#100`)) {
    await send(bettor, text)
    ids.push(/Bet[i]? (\d+)/.exec((await repliesTo(bettor)).at(-1) ?? '')?.[1] ?? '')
  }
  const decide = (id: string | undefined, answer: 'accept' | 'offer' | 'refuse', terms = {}) =>
    nare.call(consoleReferrals.decideReferral, { id: id ?? '', answer, reason: 'test', ...terms }, tom)
  const news = async (): Promise<string[]> => {
    const before = (await repliesTo(bettor)).length
    await Promise.all(Array.from({ length: 20 }, () => nare.app.smsBets.tellNews()))
    return (await repliesTo(bettor)).slice(before).toSorted()
  }
  expect(await news()).toEqual([])
  await decide(ids[0], 'accept')
  await decide(ids[1], 'offer', { stake: '60' })
  await decide(ids[2], 'refuse')
  await nare.call(referrals.withdraw, { bet_id: ids[3] ?? '' }, bettor.token)
  const told = await news()
  expect(told).toHaveLength(3)
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringMatching(`^Bet ${ids[0]} placed: ${game} 1 @2\\.10\\. Stake KSh 100\\.00, odds 2\\.10`),
      `Bet ${ids[1]}: a trader offers KSh 60.00, possible payout KSh 126.00. Take it within a minute in the app, in My bets`,
      `Beti ${ids[2]} haikukubaliwa. Dau lako la KSh 100.00 limerudi. Salio KSh 800.00`,
    ]),
  )
  expect(await news()).toEqual([])
  await nare.call(sandbox.clock, { advance_s: 90 })
  await nare.app.betting.referrals.workThroughDue()
  expect(await news()).toEqual([`Bet ${ids[1]} was not accepted. Your stake of KSh 100.00 is back. Balance KSh 900.00`])
  expect(await news()).toEqual([])
  // Where the house tells nothing, what ended meanwhile is not told later either.
  await set('referral.sms', false)
  await send(bettor, `BET ${game}#1#100`)
  await decide(/Bet (\d+)/.exec((await repliesTo(bettor)).at(-1) ?? '')?.[1], 'accept')
  expect(await news()).toEqual([])
  await set('referral.sms', true)
  expect(await news()).toEqual([])
  // What has ended is kept for the term of the setting.
  const left = async () =>
    (await sql`select from betting.referral where bettor_id = ${bettor.id}::bigint`.execute(nare.base.db)).rows.length
  await nare.app.betting.sweepTraders()
  expect(await left()).toBe(5)
  await nare.call(sandbox.clock, { advance_s: 181 * 86_400 })
  await nare.app.betting.sweepTraders()
  expect(await left()).toBe(0)
  await bets.verifyBooks()
})
