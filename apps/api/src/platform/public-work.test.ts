import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import type { PublicShare, Turn } from './public-share.ts'
import { openPublicCalls, publicWork, spendThisTurn } from './public-work.ts'
import { countsInMemory, validTokensInMemory } from './request-limits.ts'

const sessionMinute = 3

type Caller = { readonly token?: string; readonly hasLeft?: boolean }

/** Public calls on a share that records its turns and what was spent, on a clock that only the test moves. */
function openWorld({ overdrawnMs = 0 } = {}) {
  const turns: string[] = []
  const spent: number[] = []
  const gone: boolean[] = []
  let now = 0
  const turn: Turn = { spend: (ms) => void spent.push(ms), end: () => turns.push('end') }
  const share: PublicShare = {
    async turn(address, isGone) {
      turns.push(address)
      gone.push(isGone?.() ?? false)
      return turn
    },
    spend: (_address, ms) => void spent.push(ms),
    overdrawnMs: () => overdrawnMs,
  }
  const validTokens = validTokensInMemory()
  const config = { limits: { ...readConfig({}).limits, sessionMinute } }
  const calls = openPublicCalls({ config, validTokens, counts: countsInMemory(), share, nowMs: () => now })
  const call = async (url: string, run: () => Promise<unknown>, { token, hasLeft = false }: Caller = {}) => {
    const headers = { authorization: `Bearer ${token}` }
    // A request that was read is destroyed; its connection is not.
    const raw = { destroyed: true, socket: { destroyed: hasLeft } }
    const request = { method: 'GET', url, ip: '10.0.0.1', headers, raw }
    const answer = await calls(request as unknown as FastifyRequest, run)
    await new Promise(setImmediate)
    return answer
  }
  return { call, turns, spent, gone, validTokens, busyFor: (ms: number) => void (now += ms) }
}

/** Waits for a database, as a call does whose answer is not in memory. */
async function read(): Promise<string> {
  const work = publicWork()
  if (work) work.wasMade = true
  await new Promise(setImmediate)
  if (work) spendThisTurn(work, 2)
  return 'read'
}

const fromMemory = async (): Promise<string> => 'from memory'

test('an uncached call takes a turn of its network and spends the time in which its answers were read and handled', async () => {
  const { call, turns, spent, busyFor } = openWorld()
  const answer = await call('/v1/match/1', async () => {
    busyFor(1)
    await read()
    await new Promise(setImmediate)
    const work = publicWork()
    if (work) spendThisTurn(work, 0)
    busyFor(3)
    return 'handled'
  })
  expect(answer).toBe('handled')
  expect(turns).toEqual(['10.0.0.1', 'end'])
  // The first turn of the event loop with what surrounds the call, the reading, and the two times in which it was handled: no waiting.
  expect(spent).toEqual([1.3, 2, 0, 3])
})

test('an answer from memory spends nothing, unless it takes long to send', async () => {
  const { call, spent, busyFor } = openWorld()
  await call('/v1/sports', async () => busyFor(0.2))
  expect(spent).toEqual([])
  await call('/v1/print/matches', async () => busyFor(3))
  expect(spent).toEqual([3.3])
})

test('what a call puts off until its promises have run is counted, and ends before the next call gets its turn', async () => {
  const { call, turns, spent, busyFor } = openWorld()
  // As a pool hands out a connection, on which a statement is sent, which is written together with others.
  const sends = async (): Promise<void> => {
    await new Promise<void>((resolve) => process.nextTick(resolve))
    busyFor(2)
    process.nextTick(() => {
      expect(turns).toEqual(['10.0.0.1'])
      busyFor(4)
    })
  }
  await call('/v1/match/1', sends)
  expect(spent).toEqual([6.3])
  expect(turns).toEqual(['10.0.0.1', 'end'])
})

test('a call that is answered from memory waits for no turn, until that is wrong as often as it was right', async () => {
  const { call, turns, spent } = openWorld()
  await call('/v1/sports', fromMemory)
  await call('/v1/sports', fromMemory)
  turns.length = 0
  await call('/v1/sports', fromMemory)
  expect(turns).toEqual([])
  for (let n = 0; n < 3; n++) await call('/v1/sports', read)
  expect(turns).toEqual([])
  expect(spent.length).toBeGreaterThan(0)
  await call('/v1/sports', read)
  expect(turns).toEqual(['10.0.0.1', 'end'])
})

test('while the share is far overdrawn every call waits for its turn', async () => {
  const { call, turns } = openWorld({ overdrawnMs: 500 })
  await call('/v1/sports', fromMemory)
  await call('/v1/sports', fromMemory)
  expect(turns).toEqual(['10.0.0.1', 'end', '10.0.0.1', 'end'])
})

test('a valid session takes no turn and spends nothing, as often as it may call in a minute', async () => {
  const { call, turns, spent, validTokens } = openWorld()
  validTokens.add('valid', 'bettor 7')
  for (let n = 0; n < sessionMinute; n++) await call('/v1/match/1', read, { token: 'valid' })
  expect({ turns, spent }).toEqual({ turns: [], spent: [] })
  await call('/v1/match/1', read, { token: 'valid' })
  expect(turns).toEqual(['10.0.0.1', 'end'])
  await call('/v1/match/1', read, { token: 'forged' })
  expect(turns).toHaveLength(4)
})

test('a failed call ends its turn', async () => {
  const { call, turns } = openWorld()
  await expect(
    call('/v1/match/1', async () => {
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')
  await new Promise(setImmediate)
  expect(turns).toEqual(['10.0.0.1', 'end'])
})

test('a caller is gone when the connection is closed, not when the request was read', async () => {
  const { call, gone } = openWorld()
  await call('/v1/match/1', read)
  await call('/v1/match/1', read, { hasLeft: true })
  expect(gone).toEqual([false, true])
})
