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
  const told: string[] = []
  for (const mark of ['m11home', 'm11away', 'm21home']) marks.listen(mark, () => told.push(mark))
  const set = (slip: Pick[]) => store.dispatch(betting.actions.set({ field: 'slip', value: slip }))
  return { store, marks, told, set }
}

test('a pick that comes or goes is told to its own cell alone', () => {
  const { marks, told, set } = rig()
  const [one, other] = [pick('m1', 'home'), pick('m2', 'home')]
  set([one])
  expect([told.splice(0), marks.has('m11home'), marks.has('m11away')]).toEqual([['m11home'], true, false])
  set([one, other])
  expect(told.splice(0)).toEqual(['m21home'])
  set([other])
  expect([told, marks.has('m11home')]).toEqual([['m11home'], false])
})

test('a pick that takes the place of another is told to both cells', () => {
  const { told, set } = rig()
  set([pick('m1', 'home')])
  told.length = 0
  set([pick('m1', 'away')])
  expect(told.toSorted()).toEqual(['m11away', 'm11home'])
})

test('what changes beside the picks, or a new price of a pick, is told to no cell', () => {
  const { store, told, set } = rig()
  set([pick('m1', 'home')])
  told.length = 0
  store.dispatch(betting.actions.set({ field: 'ucn', value: 'm11home' }))
  set([{ ...pick('m1', 'home'), odd_value: '9.90' }])
  expect(told).toEqual([])
})

test('who stopped listening is not told', () => {
  const { marks, set } = rig()
  const told: string[] = []
  marks.listen('m11home', () => told.push('heard'))()
  set([pick('m1', 'home')])
  expect(told).toEqual([])
})
