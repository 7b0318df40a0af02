import { afterAll, beforeAll, expect, test } from 'vitest'
import { promotions as calls } from '@nare/contract/promotions'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { keepPromotions } from './promotions.ts'

let nare: TestApp

beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

const open = async (lang: 'en' | 'sw' = 'en') =>
  (await nare.call(calls.promotions, { lang })).body.data.filter(({ state }) => state === 'open')

test('one promotion of each kind is open after a start, in both languages, and later ones are created once each', async () => {
  await Promise.all([keepPromotions(nare.app), keepPromotions(nare.app)])
  await keepPromotions(nare.app)
  const kinds = ['boost', 'deposit_match', 'free_bet', 'insurance', 'points']
  expect((await open()).map(({ kind }) => kind).toSorted()).toEqual(kinds)
  const [english, swahili] = [await open('en'), await open('sw')]
  expect(english.every(({ title }, at) => title !== swahili[at]?.title)).toBe(true)
  for (let n = 0; n < 3; n++) {
    await nare.call(sandbox.clock, { advance_s: 28 * 86_400 })
    await keepPromotions(nare.app)
    expect(new Set((await open()).map(({ kind }) => kind))).toEqual(new Set(kinds))
  }
})

test('sandbox promotions have complete terms, and one of them has ended', async () => {
  await keepPromotions(nare.app)
  const { data } = (await nare.call(calls.promotions, {})).body
  expect(data.length).toBeGreaterThan(3)
  for (const { promotion_id } of data) {
    const page = (await nare.call(calls.promotion, { promotion_id })).body.data
    expect([page.terms[0]?.kind, Number(page.facts.cost_cap) > 0, page.image.endsWith('.svg')]).toEqual([
      'list',
      true,
      true,
    ])
  }
  for (let n = 0; n < 6; n++) {
    expect((await nare.call(calls.promotions, {})).body.data.map(({ state }) => state)).toContain('over')
    await nare.call(sandbox.clock, { advance_s: 5 * 86_400 })
    await keepPromotions(nare.app)
  }
})
