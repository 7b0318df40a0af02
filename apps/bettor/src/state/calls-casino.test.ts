import type { Call } from '@nare/client/call'
import { expect, test } from 'vitest'
import { casino } from '@nare/contract/casino'
import { fetchCasino, listMark } from './calls-casino.ts'
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
