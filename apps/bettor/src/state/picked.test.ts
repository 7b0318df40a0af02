import { expect, test } from 'vitest'
import { betting } from './betting.ts'
import { pickedMarks } from './picked.ts'
import { pickOf, type Pick } from './picks.ts'
import { appStore } from './store.ts'

const pick = (match_id: string, odd_key: string): Pick =>
  pickOf(
    {
      match_id,
      home_team: 'Home',
      away_team: 'Away',
      competition_name: 'League',
      category: 'Kenya',
      start_time: '2026-01-01T12:00:00Z',
      game_id: '1',
      sport_id: '79',
      state: 'live',
    },
    { sub_type_id: '1', name: '1X2', special_bet_value: '' },
    { odd_key, display: odd_key },
    '2.10',
  )

function rig() {
  const store = appStore(() => Promise.reject(new Error('not called')))
  const marks = pickedMarks(store)
  const called: string[] = []
  for (const mark of ['m11home', 'm11away', 'm21home']) marks.listen(mark, () => called.push(mark))
  const set = (slip: Pick[]) => store.dispatch(betting.actions.set({ field: 'slip', value: slip }))
  return { store, marks, called, set }
}

test('adding or removing a pick calls only the listeners of its outcome', () => {
  const { marks, called, set } = rig()
  const [one, other] = [pick('m1', 'home'), pick('m2', 'home')]
  set([one])
  expect([called.splice(0), marks.has('m11home'), marks.has('m11away')]).toEqual([['m11home'], true, false])
  set([one, other])
  expect(called.splice(0)).toEqual(['m21home'])
  set([other])
  expect([called, marks.has('m11home')]).toEqual([['m11home'], false])
})

test('a pick that replaces another notifies both cells', () => {
  const { called, set } = rig()
  set([pick('m1', 'home')])
  called.length = 0
  set([pick('m1', 'away')])
  expect(called.toSorted()).toEqual(['m11away', 'm11home'])
})

test('other changes of the slip, or a new price of a pick, notify no cell', () => {
  const { store, called, set } = rig()
  set([pick('m1', 'home')])
  called.length = 0
  store.dispatch(betting.actions.set({ field: 'ucn', value: 'm11home' }))
  set([{ ...pick('m1', 'home'), odd_value: '9.90' }])
  expect(called).toEqual([])
})

test('a removed listener is not called', () => {
  const { marks, set } = rig()
  const called: string[] = []
  marks.listen('m11home', () => called.push('called'))()
  set([pick('m1', 'home')])
  expect(called).toEqual([])
})

test('the slips are separate: a pick of the league marks nothing in the sports slip', () => {
  const { store, marks, called } = rig()
  const league = pickedMarks(store, 'league')
  store.dispatch(betting.actions.set({ field: 'kiron_slip', value: [pick('m1', 'home')] }))
  expect([called, marks.has('m11home'), league.has('m11home')]).toEqual([[], false, true])
})
