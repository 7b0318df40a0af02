import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { consoleCodes } from '@nare/contract/operator-codes'
import type { Sent } from '@nare/contract/route'
import { testApp, type TestApp } from '#testing/app'
import { pick } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'

const [support, regulator] = [operatorToken('sam'), operatorToken('rita')]

let nare: TestApp
/** Codes of one, two and three picks, in the order in which they were shared. */
const made: string[] = []
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ sam: 'support', rita: 'export.read' }) })
  const picks = [pick(await nare.match()), pick(await nare.match()), pick(await nare.match())]
  for (const n of [1, 2, 3]) made.push((await nare.call(betting.share, { slip: picks.slice(0, n) })).body.code)
})
afterAll(() => nare.close())

const list = async (query: Sent<typeof consoleCodes.codes> = {}) =>
  (await nare.call(consoleCodes.codes, query, support)).body

test('the house sees booking codes, the newest first, with their picks, and finds one however it was typed', async () => {
  const [one = '', two, three] = made
  const { data, meta } = await list()
  expect(data.map(({ code, picks }) => [code, picks])).toEqual([
    [three, 3],
    [two, 2],
    [one, 1],
  ])
  expect(meta).toEqual({ page: 1, limit: 50, total: 3 })
  expect(Date.parse(data[0]?.made_at ?? '')).toBeGreaterThanOrEqual(Date.parse(data[2]?.made_at ?? ''))
  for (const code of [one, ` ${one.toLowerCase()}`, `https://nare.example/b/${one}`])
    expect((await list({ code })).data.map((row) => row.code)).toEqual([one])
  expect((await list({ code: 'AAAAAA' })).data).toEqual([])
})

test('the next page follows without gaps or repetitions, also while a code is shared', async () => {
  const first = await list({ limit: 2 })
  expect(first.meta.next).toBeDefined()
  await nare.call(betting.share, { slip: [pick(await nare.match())] })
  const second = await list({ limit: 2, after: first.meta.next })
  expect([...first.data, ...second.data].map(({ code }) => code)).toEqual(made.toReversed())
  expect(second.meta.next).toBeUndefined()
})

test('who does not read tickets is refused', async () => {
  expect((await nare.call(consoleCodes.codes, {}, regulator)).status).toBe(403)
  expect((await nare.call(consoleCodes.codes, {})).status).toBe(401)
})
