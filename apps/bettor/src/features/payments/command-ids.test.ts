import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { sentIds } from '../../state/sent-ids.ts'
import { commandIds } from './command-ids.ts'

function rig() {
  let made = 0
  let bettor = 'one'
  const sent = sentIds(
    entries(memoryStorage(), () => 0),
    'withdrawals',
  )
  const form = () => commandIds(sent, { newId: () => `id-${++made}`, owner: () => bettor })
  return { form, enter: (other: string) => void (bettor = other) }
}
const noAnswer = { status: 0, code: 'no_answer' } as const
const notSent = { status: 0, code: 'not_sent' } as const

test('what may have been paid keeps its id through other amounts and through another page, until it is known', () => {
  const { form } = rig()
  const ids = form()
  expect(ids.of('mpesa 100')).toBe('id-1')
  expect(ids.mayHaveWorked(noAnswer)).toBe(true)
  expect(ids.of('mpesa 200')).toBe('id-2')
  expect(ids.mayHaveWorked({ status: 422, code: 'insufficient_funds' })).toBe(false)
  const later = form()
  expect(later.of('mpesa 100')).toBe('id-1')
  later.done()
  expect([form().of('mpesa 100'), form().of('mpesa 200')]).toEqual(['id-3', 'id-4'])
})

test('no answer, none that can be read and a failing server leave it open whether money moved; a refusal does not', () => {
  const ids = rig().form()
  const open = ([status, code]: readonly [
    number,
    'invalid_input' | 'no_answer' | 'not_sent' | 'bad_answer' | 'internal',
  ]) => {
    ids.of(`mpesa ${status} ${code}`)
    return ids.mayHaveWorked({ status, code })
  }
  expect(
    (
      [
        [422, 'invalid_input'],
        [0, 'not_sent'],
      ] as const
    ).map(open),
  ).toEqual([false, false])
  expect(
    (
      [
        [0, 'no_answer'],
        [200, 'bad_answer'],
        [502, 'internal'],
      ] as const
    ).map(open),
  ).toEqual([true, true, true])
})

test('what may have worked is not said to be unsent because the next try never left; what never left begins anew', () => {
  const ids = rig().form()
  ids.of('mpesa 100')
  ids.mayHaveWorked(noAnswer)
  expect(ids.of('mpesa 100')).toBe('id-1')
  expect(ids.mayHaveWorked(notSent)).toBe(true)
  expect(ids.of('mpesa 200')).toBe('id-2')
  expect(ids.mayHaveWorked(notSent)).toBe(false)
  expect(ids.of('mpesa 200')).toBe('id-3')
})

test('another bettor on the same phone has ids of their own, and an id that belongs to another command is given up', () => {
  const { form, enter } = rig()
  const ids = form()
  ids.of('mpesa 100')
  ids.mayHaveWorked(noAnswer)
  enter('another')
  expect(ids.of('mpesa 100')).toBe('id-2')
  enter('one')
  expect(ids.of('mpesa 100')).toBe('id-1')
  expect(ids.mayHaveWorked({ status: 409, code: 'id_reused' })).toBe(false)
  expect(ids.of('mpesa 100')).toBe('id-3')
})
