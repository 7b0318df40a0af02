import type { Call } from '@nare/client/call'
import { expect, test } from 'vitest'
import { pick } from '../../conformance/samples.ts'
import { betting } from '../state/betting.ts'
import { appStore } from '../state/store.ts'
import { restoreSlip } from './restore-slip.ts'

const { set } = betting.actions

/** A slip of two picks that was cleared. */
function cleared() {
  const store = appStore((async () => undefined) as unknown as Call)
  const before = { kind: 'sports' as const, picks: [pick('1'), pick('2')], placed: store.getState().betting.receipts }
  return {
    store,
    undo: async () => {
      await store.dispatch(restoreSlip(before))
      return store.getState().betting.slip.map(({ match_id }) => match_id)
    },
  }
}

test('a cleared slip is restored before the picks made since, which replace those of their match', async () => {
  expect(await cleared().undo()).toEqual([pick('1'), pick('2')].map(({ match_id }) => match_id))
  const { store, undo } = cleared()
  const newer = { ...pick('2'), ucn: 'newer' }
  store.dispatch(set({ field: 'slip', value: [newer, pick('3')] }))
  await undo()
  expect(store.getState().betting.slip).toEqual([pick('1'), newer, pick('3')])
})

test('a cleared slip is not restored while a bet is being placed, nor after one was placed', async () => {
  const placing = cleared()
  const { placements } = betting.defaults
  const sports = { ...placements.sports, stage: 'sending' as const }
  placing.store.dispatch(set({ field: 'placements', value: { ...placements, sports } }))
  expect(await placing.undo()).toEqual([])
  const placed = cleared()
  placed.store.dispatch(set({ field: 'receipts', value: [] }))
  expect(await placed.undo()).toEqual([])
})
