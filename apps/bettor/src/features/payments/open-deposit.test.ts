import { beforeEach, expect, test } from 'vitest'
import { stored } from '../../state/browser.ts'
import { endDeposit, lastDeposit, openDeposit, storeOpenDeposit } from './open-deposit.ts'

beforeEach(() => {
  stored.remove('open-deposit')
  stored.remove('last-deposit')
})

test('the last deposit is the last that arrived: one that was cancelled is none, and leaves the one before', () => {
  storeOpenDeposit({ depositId: '1', amount: '200' })
  expect(lastDeposit()).toBeUndefined()
  endDeposit({ depositId: '1', amount: '200.00', arrived: true })
  expect([openDeposit(), lastDeposit()]).toEqual([undefined, '200'])
  storeOpenDeposit({ depositId: '2', amount: '6000' })
  endDeposit({ depositId: '2', amount: '6000.00', arrived: false })
  expect([openDeposit(), lastDeposit()]).toEqual([undefined, '200'])
})

test('the end of another deposit leaves the open one', () => {
  storeOpenDeposit({ depositId: '2', amount: '150' })
  endDeposit({ depositId: '1', amount: '80.00', arrived: true })
  expect([openDeposit(), lastDeposit()]).toEqual([{ depositId: '2', amount: '150' }, '80'])
})
