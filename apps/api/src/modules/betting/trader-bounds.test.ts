import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '@nare/contract/catalog'
import { operatorBoard } from '@nare/contract/operator-trading-board'
import { operatorTradingHands as hands, operatorTradingLimits as limits } from '@nare/contract/operator-trading-hands'
import type { Sent } from '@nare/contract/route'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'

const [baraka, juma] = [operatorToken('baraka'), operatorToken('juma')]
const reason = 'team news'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ baraka: 'trader', juma: 'trader', mosi: 'trader' }) })
})
afterAll(() => nare.close())

/** Prices the away side by hand. */
async function setPrice(match_id: string, given: Partial<Sent<typeof hands.setPrice>>, token = baraka) {
  for (;;) {
    const answer = await nare.call(
      hands.setPrice,
      { match_id, sub_type_id: '1', odd_key: 'away_team', reason, ...given },
      token,
    )
    // On a busy machine the verdict on the board comes with a later try.
    if (answer.status !== 503) return answer
  }
}

const handsOn = async (match_id: string) => (await nare.call(limits.matchHands, { match_id }, baraka)).body.prices

/** What bettors are offered on the away side. */
async function offered(match_id: string): Promise<string | null> {
  const { odds } = (await nare.call(catalog.match, { match_id })).body.data
  return (
    odds.find((one) => one.sub_type_id === '1')?.odds.find(({ odd_key }) => odd_key === 'away_team')?.odd_value ?? null
  )
}

test(
  'prices above fair on several matches add up for a person: no multi pays 63 % more, also not from prices of yesterday',
  { timeout: 240_000 },
  async () => {
    const start_time = new Date(nare.app.clock.now() + 5 * 86_400_000).toISOString()
    const matches = await Promise.all(Array.from({ length: 10 }, () => nare.match({ start_time })))
    const [first = '', second = '', third = '', fourth = ''] = matches
    const fairAt = async (id: string): Promise<number> => {
      const { markets } = (await nare.call(operatorBoard.sheet, { id }, baraka)).body
      const of = markets.find(({ sub_type_id }) => sub_type_id === '1')?.outcomes
      return Number(of?.find(({ odd_key }) => odd_key === 'away_team')?.fair)
    }
    const fair = await fairAt(first)
    const high = (percent: number) => ({
      price: (Math.floor(fair * (100 + percent)) / 100).toFixed(2),
    })
    const token = operatorToken('mosi')
    const set = async (id: string, percent: number) => (await setPrice(id, high(percent), token)).status
    expect(await set(first, 4)).toBe(200)
    // One match counts once, by its highest price.
    expect([await set(first, 4.8), await set(first, 3)]).toEqual([200, 200])
    // Which of three at once is within the bound is nobody's choice.
    const atOnce = [second, third, fourth]
    const answers = await Promise.all(atOnce.map((id) => set(id, 4.8)))
    expect(answers.toSorted((one, other) => one - other)).toEqual([200, 202, 202])
    const waits = atOnce[answers.indexOf(202)] ?? ''
    const paid = async (): Promise<number> => {
      const all = await Promise.all(matches.map(async (id) => Number(await offered(id)) / fair))
      return all.reduce((product, one) => product * Math.max(1, one), 1)
    }
    for (const id of matches.slice(4)) expect(await set(id, 4.8)).toBe(202)
    expect(await paid()).toBeLessThan(Math.exp(0.1))
    // At fair or below, and where another person vouches, nothing counts.
    expect(await set(waits, -0.5)).toBe(200)
    expect((await setPrice(matches[9] ?? '', high(4.8), juma)).status).toBe(200)
    await setPrice(matches[9] ?? '', { end: true }, juma)
    // A day later what is still offered counts; what has ended does not.
    await nare.app.clock.advance(25 * 3_600)
    expect(await set(matches[5] ?? '', 4.7)).toBe(202)
    const held = (await Promise.all([first, second, third, fourth].map(handsOn)))
      .flat()
      .filter(({ by }) => by === 'mosi')
    expect(held.length).toBeGreaterThan(1)
    await setPrice(first, { end: true }, token)
    expect(await set(matches[6] ?? '', 4.7)).toBe(200)
    expect(await paid()).toBeLessThan(Math.exp(0.1))
  },
)
