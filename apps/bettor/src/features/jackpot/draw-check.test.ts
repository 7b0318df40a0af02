import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkDraw } from './draw-check.ts'

const seed = '5f'.repeat(32)
const key = Buffer.from(seed, 'hex')
/** A second implementation of the draw from its published description: thirds of the first four bytes. */
function drawnBy(match_id: string): 'home_team' | 'draw' | 'away_team' {
  const number = createHmac('sha256', key).update(`41:${match_id}:0`).digest().readUInt32BE(0)
  return number < 1_431_655_765 ? 'home_team' : number < 1_431_655_765 + 1_431_655_766 ? 'draw' : 'away_team'
}
const teams = { home_team: 'Simba', away_team: 'Yanga' }
const ids = ['20000001', '20000002', '20000003', '20000004', '20000005', '20000006']
const results = {
  ...{ jackpot_id: '41', code: '41', name: 'Grand', state: 'settled' as const, tiers: [], paid: '0.00', best: null },
  commitment: createHash('sha256').update(key).digest('hex'),
  seed,
  matches: [
    ...ids.map((match_id) => ({ match_id, ...teams, outcome: 'void' as const, drawn: drawnBy(match_id) })),
    { match_id: '20000007', ...teams, outcome: 'draw' as const, full_time: '1:1' },
  ],
}

test('the draw of void matches can be repeated from the seed, whose hash was published when the pool opened', () => {
  const check = checkDraw(results)
  expect(check?.sealFits).toBe(true)
  expect(check?.draws.map(({ match_id, fits }) => [match_id, fits])).toEqual(ids.map((id) => [id, true]))
  expect(new Set(check?.draws.map(({ computed }) => computed)).size).toBeGreaterThan(1)
})

test('a wrong result, pool or seed fails the check, and the check is impossible before the seed is published', () => {
  const changed = drawnBy('20000001') === 'draw' ? ('home_team' as const) : ('draw' as const)
  const [, ...rest] = results.matches
  const first = { match_id: '20000001', ...teams, outcome: 'void' as const, drawn: changed }
  const forged = checkDraw({ ...results, matches: [first, ...rest] })
  expect(forged?.draws.map(({ fits }) => fits)).toEqual([false, true, true, true, true, true])
  expect(checkDraw({ ...results, jackpot_id: '42' })?.draws.every(({ fits }) => fits)).toBe(false)
  expect(checkDraw({ ...results, seed: '60'.repeat(32) })?.sealFits).toBe(false)
  expect(checkDraw({ ...results, seed: undefined } as never)).toBeUndefined()
})
