import { expect, test } from 'vitest'
import { commandIds } from './command-ids.ts'

function rig() {
  let made = 0
  return commandIds(() => `id-${++made}`)
}

test('the same content has the same id until it took effect; other content has its own', () => {
  const ids = rig()
  expect([ids.of('mpesa 100'), ids.of('mpesa 100'), ids.of('mpesa 200')]).toEqual(['id-1', 'id-1', 'id-2'])
  ids.done()
  expect(ids.of('mpesa 200')).toBe('id-3')
})

test('no answer, none that can be read and a failing server leave it open whether money moved; a refusal does not', () => {
  const ids = rig()
  ids.of('mpesa 100')
  expect(ids.mayHaveWorked({ status: 422, code: 'invalid_input' })).toBe(false)
  expect(ids.mayHaveWorked({ status: 0, code: 'not_sent' })).toBe(false)
  expect(ids.mayHaveWorked({ status: 0, code: 'no_answer' })).toBe(true)
  expect(ids.mayHaveWorked({ status: 200, code: 'bad_answer' })).toBe(true)
  expect(ids.mayHaveWorked({ status: 502, code: 'internal' })).toBe(true)
})

test('what may have worked is not said to be unsent because the next try never left; other content may be', () => {
  const ids = rig()
  ids.of('mpesa 100')
  ids.mayHaveWorked({ status: 0, code: 'no_answer' })
  ids.of('mpesa 100')
  expect(ids.mayHaveWorked({ status: 0, code: 'not_sent' })).toBe(true)
  ids.of('mpesa 200')
  expect(ids.mayHaveWorked({ status: 0, code: 'not_sent' })).toBe(false)
})
