import type { Call } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { pick } from '../../conformance/samples.ts'
import { auth } from '../state/auth.ts'
import { betting } from '../state/betting.ts'
import { markOf, sentIds } from '../commands/sent-ids.ts'
import { appStore } from '../state/store.ts'
import { pickProduct, showUnresolved } from './placement.ts'

/** The slip of a bettor after a reload, with the id of a bet that was sent before it. */
async function afterReload({ sentBy, about }: { sentBy: string; about: string[] }) {
  const store = appStore((async () => undefined) as unknown as Call)
  store.dispatch(auth.actions.set({ field: 'user', value: { id: 'own', token: 'own' } as never }))
  store.dispatch(betting.actions.set({ field: 'slip', value: [pick('1'), pick('2')] }))
  const ids = sentIds(
    entries(memoryStorage(), () => 0),
    'bet-ids',
  )
  ids.keep(markOf(sentBy, about), 'id-1')
  await store.dispatch(showUnresolved(pickProduct('sports'), { ids }))
  return store.getState().betting.placements.sports
}

test('a bet without an answer on a pick of the slip is shown as unknown after a reload', async () => {
  const { ucn } = pick('2')
  expect((await afterReload({ sentBy: 'own', about: [ucn] })).refusal?.code).toBe('no_answer')
  expect((await afterReload({ sentBy: 'other', about: [ucn] })).refusal).toBeNull()
  expect((await afterReload({ sentBy: 'own', about: [pick('3').ucn] })).refusal).toBeNull()
})
