import type { Call } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { appStore } from '../../state/store.ts'
import { awayMs, betsSince, loadSessionBets, sessionStart } from './session.ts'

const at = (ms: number): string => new Date(ms).toISOString()
const bet = (n: number, placedMs: number) => ({ bet_id: String(n), placed_at: at(placedMs), state: 'open', legs: [] })

test('a session lasts for a visit; a new session begins after half an hour of absence or for another bettor', () => {
  const storage = memoryStorage()
  const start = (owner: string, nowMs: number) =>
    sessionStart(
      entries(storage, () => nowMs),
      { owner, nowMs },
    )
  expect(start('7', 1000)).toBe(1000)
  expect(start('7', 1000 + awayMs - 1)).toBe(1000)
  expect(start('7', 1000 + 2 * awayMs - 2)).toBe(1000)
  expect(start('7', 1000 + 4 * awayMs)).toBe(1000 + 4 * awayMs)
  expect(start('8', 1000 + 4 * awayMs + 1)).toBe(1000 + 4 * awayMs + 1)
})

test('the history is loaded until a page has a bet from before the session, and at most ten pages', async () => {
  const pages: unknown[] = []
  const answering = (page: (n: number) => object[]) => {
    pages.length = 0
    const call = (async (_route: unknown, input: { page?: number }) => {
      pages.push(input.page)
      return { ok: true, status: 200, body: { data: page(input.page ?? 1) } }
    }) as unknown as Call
    return appStore(call)
  }
  const store = answering((n) => [bet(n * 2, 9000 - n * 1000), bet(n * 2 + 1, 8500 - n * 1000)])
  await store.dispatch(loadSessionBets(7000))
  expect(pages).toEqual([1, 2])
  const { bet_history_data: loaded } = store.getState().virtualLeague
  expect(loaded.map(({ bet_id }) => bet_id)).toEqual(['2', '3', '4', '5'])
  expect(betsSince(loaded, 7000).map(({ bet_id }) => bet_id)).toEqual(['2', '3', '4'])

  const endless = answering((n) => [bet(n, 9000)])
  await endless.dispatch(loadSessionBets(1))
  expect(pages).toHaveLength(10)

  const short = answering((n) => (n === 1 ? [bet(1, 9000)] : []))
  await short.dispatch(loadSessionBets(1))
  expect(pages).toEqual([1, 2])
})
