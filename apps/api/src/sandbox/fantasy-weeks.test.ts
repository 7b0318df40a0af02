import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#testing/app'
import { keepWeeks } from './fantasy-weeks.ts'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
  for (let n = 0; n < 12; n++)
    await nare.match({
      ...{ home_team: `Home ${n}`, away_team: `Away ${n}` },
      start_time: new Date(nare.app.clock.now() + (4 + n / 10) * 3_600_000).toISOString(),
    })
})
afterAll(() => nare.close())

const keep = () => keepWeeks({ ...nare.app, log: nare.app.app.log as never })
const states = async () =>
  (await nare.app.fantasy.weeks(undefined)).map(({ competition, state, teams }) => `${competition} ${state} ${teams}`)

test('after a start one week is open, one running and one finished, with teams of other players', async () => {
  await keep()
  await keep()
  expect(await states()).toEqual(['Test League open 12', 'Fantasy Cup running 12', 'Fantasy Cup over 12'])
  const over = (await nare.app.fantasy.weeks(undefined)).find(({ state }) => state === 'over')
  const table = await nare.app.fantasy.table({ week_id: over?.week_id ?? '', page: 1, limit: 50 }, undefined)
  expect(table.ok && table.value.data[0]?.points).toBeGreaterThan(0)
  expect(await nare.app.fantasy.payPrizes()).toBeGreaterThan(3)
})

test('the running week ends when its matches have kicked off', async () => {
  await nare.app.clock.advance(2 * 3_600_000)
  await keep()
  await nare.app.fantasy.advanceAll()
  expect((await states()).filter((state) => state.startsWith('Fantasy Cup over'))).toHaveLength(2)
})
