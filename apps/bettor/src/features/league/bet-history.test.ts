import type { Call } from '@nare/client/call'
import type { BetView } from '@nare/contract/betting'
import { expect, test } from 'vitest'
import { appStore } from '../../state/store.ts'
import { emptyHistory, loadMore, withFirstPage, withMore } from './bet-history.ts'

const bet = (bet_id: string, state = 'lost') => ({ bet_id, state }) as BetView
const shownOf = ({ bets }: { bets: readonly BetView[] }) => bets.map(({ bet_id, state }) => `${bet_id} ${state}`)

/** Answers the pages of today's and of older bets by their cursors. A list without pages is empty; `fail` makes every request fail. */
function rig(pages: { today: BetView[][]; old: BetView[][] }) {
  const requests: string[] = []
  let fails = false
  const call = (async ({ path }: { path: string }, { page, after }: { page: number; after?: string }) => {
    const list = path.includes('old-bets') ? 'old' : 'today'
    requests.push(`${list} ${page}${after ? ` ${after}` : ''}`)
    if (fails) return { ok: false, status: 500, code: 'internal', error: 'Not loaded', fields: {}, body: {} }
    const next = pages[list][page] && { next: `after ${list} ${page}` }
    return { ok: true, status: 200, body: { data: pages[list][page - 1] ?? [], meta: { total: 9, ...next } } }
  }) as unknown as Call
  return { store: appStore(call), requests, fail: (on: boolean) => (fails = on) }
}

test('one load returns older bets if today has none, and no more can be loaded after the last page', async () => {
  const { store, requests } = rig({ today: [], old: [[bet('1')], [bet('1'), bet('2')]] })
  const first = await store.dispatch(loadMore(emptyHistory))
  expect([shownOf(first), first.pages]).toEqual([['1 lost'], 1])
  const second = await store.dispatch(loadMore(first))
  expect([shownOf(second), second.next]).toEqual([['1 lost', '2 lost'], undefined])
  expect(requests).toEqual(['today 1', 'old 1', 'old 2 after old 1'])
})

test('a bet that was settled while an older page was loading keeps its new state', async () => {
  const { store } = rig({ today: [[bet('9', 'open')], [bet('5')]], old: [] })
  const first = await store.dispatch(loadMore(emptyHistory))
  const older = await store.dispatch(loadMore(first))
  const reloaded = withFirstPage(first, { ...emptyHistory, bets: [bet('10', 'open'), bet('9', 'won')] })
  expect(shownOf(withMore(reloaded, older))).toEqual(['10 open', '9 won', '5 lost'])
})

test('a page that could not be loaded keeps the bets and can be requested again', async () => {
  const { store, fail } = rig({ today: [[bet('9')], [bet('5')]], old: [] })
  const first = await store.dispatch(loadMore(emptyHistory))
  fail(true)
  const failed = await store.dispatch(loadMore(first))
  expect([shownOf(failed), failed.error, failed.pages]).toEqual([['9 lost'], 'Not loaded', 1])
  fail(false)
  const again = await store.dispatch(loadMore(failed))
  expect([shownOf(again), again.error, again.pages]).toEqual([['9 lost', '5 lost'], undefined, 2])
})
