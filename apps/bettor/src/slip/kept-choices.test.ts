import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { betting, type BetType } from '../state/betting.ts'
import { data } from '../state/data.ts'
import { appStore } from '../state/store.ts'
import { storeChoices } from './kept-choices.ts'

/** A page with one pick in each slip, whose stakes are kept; `idle` runs what waits. */
function page(raw: Storage) {
  const store = appStore(() => Promise.reject(new Error('not called')))
  const slips = (value: object[]): void => {
    for (const field of ['slip', 'kiron_slip'] as const) store.dispatch(betting.actions.set({ field, value } as never))
  }
  const waiting: (() => void)[] = []
  const stored = entries(raw, () => 0)
  const keeping = { stored, whenIdle: (write: () => void) => waiting.push(write) }
  slips([{ ucn: 'a' }])
  const writers = (['sports', 'league'] as const).map((kind) => storeChoices(store, kind, keeping))
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
  const here = page(raw)
  here.type('1')
  here.type('137')
  expect(here.stored()).toEqual([undefined, undefined])
  expect(here.idle()).toBe(2)
  expect(page(raw).stakes()).toEqual(['137', '137'])
})

test('leaving the page writes immediately; a cleared stake stays cleared', () => {
  const raw = memoryStorage()
  const here = page(raw)
  here.type('137')
  here.leave()
  expect(here.stored()).toEqual(['137', '137'])
  here.type('')
  here.leave()
  expect(here.stored()).toEqual(['', ''])
})

test('emptying a slip removes its stored stake; its first pick stores none', () => {
  const raw = memoryStorage()
  const here = page(raw)
  here.type('137')
  here.idle()
  here.slips([])
  expect(here.idle()).toBe(3)
  expect(here.stored()).toEqual([undefined, undefined])
  here.slips([{ ucn: 'b' }])
  expect([here.idle(), here.stored()]).toEqual([0, [undefined, undefined]])
  expect(page(raw).stakes()).toEqual(['', ''])
})

test('a stored stake does not replace a typed one, and invalid stored contents are ignored', () => {
  const raw = memoryStorage()
  entries(raw, () => 0).write('stake', [7])
  expect(page(raw).stakes()).toEqual(['', ''])
})

test('singles, and a system with its combinations, are restored after a reload, but not for the next slip', () => {
  const raw = memoryStorage()
  const here = page(raw)
  here.choose('system', [2, 3])
  here.idle()
  expect(page(raw).chosen()).toEqual(['system', [2, 3]])
  here.choose('single', [])
  here.idle()
  expect(page(raw).chosen()).toEqual(['single', []])
  here.slips([])
  here.idle()
  expect(page(raw).chosen()).toEqual(['multi', []])
  entries(raw, () => 0).write('bet-type', 'triple 2')
  expect(page(raw).chosen()).toEqual(['multi', []])
})
