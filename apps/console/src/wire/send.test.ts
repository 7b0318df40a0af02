import { operatorProposals } from '@nare/contract/operator-proposals'
import { operatorMatches } from '@nare/contract/operator-trading'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { onConfirmFirst, send } from './send.ts'
import { queries } from './use-read.ts'

const input = { match_id: '10000001', suspend: true, reason: 'A goal' }
const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
  onConfirmFirst(async () => false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Asked = { url: string; init: RequestInit }

/** Answers each call with the next status and body; without one left, there is no answer. */
function answering(...answers: readonly (readonly [status: number, body: object])[]): Asked[] {
  const asked: Asked[] = []
  globalThis.fetch = async (url, init = {}) => {
    const answer = answers[asked.length]
    asked.push({ url: String(url), init })
    if (!answer) throw new TypeError('no network')
    return new Response(JSON.stringify(answer[1]), { status: answer[0] })
  }
  return asked
}

const confirmFirst = [403, { status: 403, code: 'confirm_first', error: 'Confirm that it is you' }] as const
const done = [200, { match_id: '10000001', suspended: true }] as const

test('a call that wants the session confirmed first is repeated once it is, with the same input', async () => {
  const asked = answering(confirmFirst, done)
  onConfirmFirst(async () => true)
  expect(await send(operatorMatches.suspendMatch, input)).toEqual({ state: 'done', answer: done[1] })
  expect(asked.map(({ init }) => init.body)).toEqual([asked[0]?.init.body, asked[0]?.init.body])
})

test('without the code nothing is sent again', async () => {
  const asked = answering(confirmFirst, done)
  expect(await send(operatorMatches.suspendMatch, input)).toEqual({ state: 'cancelled' })
  expect(asked).toHaveLength(1)
})

test('202 waits for a second person', async () => {
  answering([202, { state: 'waiting', proposal_id: '7' }])
  expect(await send(operatorMatches.suspendMatch, input)).toEqual({ state: 'waiting', proposalId: '7' })
})

test('what waits is read again before the person is told that it waits', async () => {
  answering([202, { state: 'waiting', proposal_id: '7' }])
  const read: string[] = []
  const queryKey = [operatorProposals.proposals.path, { state: 'waiting' }]
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      read.push('proposals')
      return null
    },
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => read.length).toBe(1)
  await send(operatorMatches.suspendMatch, input)
  expect(read.length).toBeGreaterThan(1)
  stop()
})

test.each([
  ['no answer', []],
  ['a fault of the server', [[500, { status: 500, code: 'internal', error: 'Something went wrong' }] as const]],
  ['an answer that cannot be read', [[200, { other: true }] as const]],
])('after %s it is unknown whether the command was done', async (_, answers) => {
  answering(...answers)
  expect((await send(operatorMatches.suspendMatch, input)).state).toBe('unknown')
})

test('a refusal keeps its sentence and its fields', async () => {
  answering([
    400,
    { status: 400, code: 'invalid_input', error: 'Check the marked fields', fields: { reason: 'Say why' } },
  ])
  expect(await send(operatorMatches.suspendMatch, input)).toMatchObject({
    state: 'refused',
    reply: { error: 'Check the marked fields', fields: { reason: 'Say why' } },
  })
})

test('calls that nobody asked for say so, reads and commands alike; those after a press do not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const pressing = new EventTarget()
  vi.stubGlobal('addEventListener', pressing.addEventListener.bind(pressing))
  vi.resetModules()
  const { call: fresh } = await import('./calls.ts')
  const asked = answering([200, { data: [] }], done, [200, { data: [] }], done, done)
  const read = () => fresh(operatorMatches.matchEvents, { match_id: '10000001' })
  const command = () => fresh(operatorMatches.suspendMatch, input)
  await read()
  await command()
  pressing.dispatchEvent(new Event('click'))
  await read()
  await command()
  vi.advanceTimersByTime(6_000)
  await command()
  const marks = asked.map(({ init }) => new Headers(init.headers).get('nare-auto'))
  expect(marks).toEqual(['1', '1', null, null, '1'])
})
