import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { betting, type BetType } from '../state/betting.ts'
import { data } from '../state/data.ts'
import { appStore } from '../state/store.ts'
import { storeChoices } from './kept-choices.ts'

/** A page with one pick in each slip and stored stakes; `idle` runs the pending writes. */
function page(raw: Storage) {
  const store = appStore(() => Promise.reject(new Error('not called')))
  const slips = (value: object[]): void => {
    for (const field of ['slip', 'kiron_slip'] as const) store.dispatch(betting.actions.set({ field, value } as never))
  }
  const waiting: (() => void)[] = []
  const stored = entries(raw, () => 0)
  const options = { stored, whenIdle: (write: () => void) => waiting.push(write) }
  slips([{ ucn: 'a' }])
  const writers = (['sports', 'league'] as const).map((kind) => storeChoices(store, kind, options))
  return {
    slips,
    type(value: string): void {
      store.dispatch(data.actions.set({ field: 'stake_value', value }))
      store.dispatch(betting.actions.set({ field: 'kiron_stake', value }))
    },
    stakes: () => [store.getState().data.stake_value, store.getState().betting.kiron_stake],
    choose(type: BetType, sizes: number[]): void {
      store.dispatch(betting.actions.set({ field: 'bet_type', value: type }))
      store.dispatch(betting.actions.set({ field: 'system', value: sizes }))
    },
    chosen: () => [store.getState().betting.bet_type, store.getState().betting.system],
    stored: () => [stored.read('stake'), stored.read('league-stake')],
    idle: () => waiting.splice(0).map((write) => write()).length,
    leave: () => writers.map((write) => write()),
  }
}

test('the typed stakes of both slips are restored after a reload, and are written once when the browser is idle', () => {
  const raw = memoryStorage()
  const opened = page(raw)
  opened.type('1')
  opened.type('137')
  expect(opened.stored()).toEqual([undefined, undefined])
  expect(opened.idle()).toBe(2)
  expect(page(raw).stakes()).toEqual(['137', '137'])
})

test('leaving the page writes immediately; a cleared stake stays cleared', () => {
  const raw = memoryStorage()
  const opened = page(raw)
  opened.type('137')
  opened.leave()
  expect(opened.stored()).toEqual(['137', '137'])
  opened.type('')
  opened.leave()
  expect(opened.stored()).toEqual(['', ''])
})

test('emptying a slip removes its stored stake; its first pick stores none', () => {
  const raw = memoryStorage()
  const opened = page(raw)
  opened.type('137')
  opened.idle()
  opened.slips([])
  expect(opened.idle()).toBe(3)
  expect(opened.stored()).toEqual([undefined, undefined])
  opened.slips([{ ucn: 'b' }])
  expect([opened.idle(), opened.stored()]).toEqual([0, [undefined, undefined]])
  expect(page(raw).stakes()).toEqual(['', ''])
})

test('a stored stake does not replace a typed one, and invalid stored contents are ignored', () => {
  const raw = memoryStorage()
  entries(raw, () => 0).write('stake', [7])
  expect(page(raw).stakes()).toEqual(['', ''])
})

test('singles, and a system with its combinations, are restored after a reload, but not for the next slip', () => {
  const raw = memoryStorage()
  const opened = page(raw)
  opened.choose('system', [2, 3])
  opened.idle()
  expect(page(raw).chosen()).toEqual(['system', [2, 3]])
  opened.choose('single', [])
  opened.idle()
  expect(page(raw).chosen()).toEqual(['single', []])
  opened.slips([])
  opened.idle()
  expect(page(raw).chosen()).toEqual(['multi', []])
  entries(raw, () => 0).write('bet-type', 'triple 2')
  expect(page(raw).chosen()).toEqual(['multi', []])
})
