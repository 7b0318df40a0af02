import type { Call } from '@nare/client/call'
import { expect, test } from 'vitest'
import { casino } from '@nare/contract/casino'
import { fetchCasino, fetchCasinoWinners, fetchFavourites, listMark, listProgress } from './calls-casino.ts'
import { appStore } from './store.ts'

const answering = (body: object): Call => (async () => ({ ok: true, status: 200, body })) as unknown as Call

test('the games by provider are stored with their filter, so the list of one provider is not shown as the lobby', async () => {
  const store = appStore(answering({ data: [] }))
  const lobby = { page: 1, limit: 100 }
  const filtered = { provider: 'smartsoft', ...lobby }
  await store.dispatch(fetchCasino({ endpoint: casino.games.path, data: filtered }))
  expect(store.getState().virtuals.casino_games_for).toBe(listMark(filtered))
  expect(store.getState().virtuals.casino_games_for).not.toBe(listMark(lobby))
})

test('winners that come with the games are kept; an answer without them leaves those that were known', async () => {
  const winner = { player: 'S***1', game_id: 'nare:dice', name: 'Dice', amount: '50.00', at: '2026-05-01T12:00:00Z' }
  const answers = [{ games: [], winners: [winner] }, { games: [] }]
  const store = appStore((async () => ({ ok: true, status: 200, body: answers.shift() })) as unknown as Call)
  for (const winners of ['true', undefined]) {
    await store.dispatch(fetchCasino({ endpoint: casino.games.path, data: { page: 1, ...(winners && { winners }) } }))
    expect(store.getState().virtuals.casino_winners).toEqual([winner])
  }
})

test('the favourites that could not be loaded are known as failed, and are no empty list', async () => {
  const failure = { ok: false, status: 0, code: 'offline', error: 'no network', fields: {}, body: {} }
  const store = appStore((async () => failure) as unknown as Call)
  await store.dispatch(fetchFavourites({}))
  expect(
    listProgress(store.getState().virtuals, { list: 'favourites', mark: listMark(undefined), isLoaded: false }),
  ).toEqual({ loading: false, error: 'no network' })
})

test('only its own request decides whether a list of games is loading or has failed', async () => {
  const failure = { ok: false, status: 500, code: 'internal', error: 'no lobby', fields: {}, body: {} }
  const waiting = Promise.withResolvers<unknown>()
  const store = appStore((async ({ path }: { path: string }) => {
    if (path === casino.games.path) return failure
    return path === casino.winners.path ? waiting.promise : { ok: true, status: 200, body: { data: [] } }
  }) as unknown as Call)
  const data = { page: 1, limit: 100 }
  const progress = (mark = listMark(data)) =>
    listProgress(store.getState().virtuals, { list: 'lobby', mark, isLoaded: false })
  expect(progress()).toEqual({ loading: true, error: null })
  const loading = store.dispatch(fetchCasino({ endpoint: casino.games.path, data }))
  void store.dispatch(fetchCasinoWinners({ endpoint: casino.winners.path }))
  await loading
  await store.dispatch(fetchFavourites({}))
  expect(progress()).toEqual({ loading: false, error: 'no lobby' })
  expect(progress(listMark({ provider: 'smartsoft' }))).toEqual({ loading: true, error: null })
  void store.dispatch(fetchCasino({ endpoint: casino.games.path, data }))
  expect(progress()).toEqual({ loading: true, error: null })
})
