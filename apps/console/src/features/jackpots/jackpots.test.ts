import { operator } from '@nare/contract/operator'
import { expect, test } from 'vitest'
import { actionsOf } from './jackpot-actions.ts'
import { emptyJackpot, jackpotInput, promised, sharedPercent, type TypedJackpot } from './jackpot-fields.ts'

const command = { id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427', reason: 'the weekly pool' }
const typed: TypedJackpot = {
  ...emptyJackpot,
  ...{ name: ' Sunday ', stake: '50', matchIds: ['10000001', '10000002'] },
  tiers: [
    { correct: '2', prize: '1,000,000', split: true, share: '' },
    { correct: '1', prize: '500', split: false, share: '30' },
  ],
}

test('a jackpot is sent with the prizes of its kind and the terms of its rule of void matches', () => {
  const fixed = jackpotInput(typed, command)
  expect(fixed).toMatchObject({
    ...{ name: 'Sunday', stake: '50', mode: 'fixed', void_policy: 'draw', match_ids: ['10000001', '10000002'] },
    tiers: [
      { correct: 2, prize: '1000000', split: true },
      { correct: 1, prize: '500', split: false },
    ],
  })
  expect(operator.createJackpot.input.safeParse(fixed).success).toBe(true)
  const pool = jackpotInput(
    { ...typed, mode: 'pool', policy: 'cancel', cancelAt: '2', deadline: '2026-12-01T10:00' },
    command,
  )
  expect(pool.tiers[1]).toEqual({ correct: 1, share: 30 })
  expect(pool).toMatchObject({ cancel_at: 2 })
  expect(pool).not.toHaveProperty('deadline')
  const won = jackpotInput({ ...typed, mode: 'must_be_won', deadline: '2026-12-01T10:00' }, command)
  expect(won.deadline).toBe('2026-12-01T07:00:00.000Z')
})

test('the form says what fixed prizes promise together, and what part of the stakes shares give back', () => {
  expect([promised(typed), sharedPercent(typed)]).toEqual(['1000500.00', undefined])
  const pool = { ...typed, mode: 'pool' as const }
  expect([promised(pool), sharedPercent(pool)]).toEqual([undefined, undefined])
  expect(sharedPercent({ ...pool, tiers: pool.tiers.map((tier) => ({ ...tier, share: '12.5' })) })).toBe(25)
  expect(promised({ ...typed, tiers: [{ correct: '1', prize: '', split: true, share: '' }] })).toBeUndefined()
})

test('a pool is opened by another person, closed and cancelled before its first kick-off, and settled with all results', () => {
  const row = { state: 'draft', created_by: 'asha', cancel_by: null, final: 0, matches: 2 } as const
  const [before, after] = [{ closes_at: '2026-11-29T12:00:00Z' }, { closes_at: '2026-11-29T10:00:00Z' }]
  const now = Date.parse('2026-11-29T11:00:00Z')
  expect(actionsOf({ ...row, ...before }, 'asha', now)).toEqual(['cancel'])
  expect(actionsOf({ ...row, ...before }, 'juma', now)).toEqual(['open', 'cancel'])
  expect(actionsOf({ ...row, ...after }, 'juma', now)).toEqual([])
  expect(actionsOf({ ...row, ...before, state: 'open' }, 'asha', now)).toEqual(['close', 'cancel'])
  expect(actionsOf({ ...row, ...before, state: 'open', cancel_by: 'asha' }, 'asha', now)).toEqual(['close'])
  expect(actionsOf({ ...row, ...after, state: 'closed', final: 2 }, 'asha', now)).toEqual(['settle'])
  expect(actionsOf({ ...row, ...before, state: 'cancelled' }, 'asha', now)).toEqual([])
})
