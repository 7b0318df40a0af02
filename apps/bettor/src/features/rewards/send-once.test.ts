import type { Call, Failed } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../../state/auth.ts'
import type { CommandResult } from '../../state/command-outcome.ts'
import { sentIds } from '../../state/sent-ids.ts'
import { appStore } from '../../state/store.ts'
import { sendOnce } from './send-once.ts'

const failed = (status: number, code: Failed['code']): Failed => ({
  ...{ ok: false, status, code, error: 'no', fields: {}, body: {} },
})
const lost = failed(0, 'no_answer')
const done = (value: string): CommandResult<string> => ({ ok: true, value })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openRig(...answers: (CommandResult<string> | 'hangs')[]) {
  const store = appStore((async () => lost) as unknown as Call)
  const logIn = (id: string) =>
    store.dispatch(auth.actions.set({ field: 'user', value: { id, token: id, balance: '0.00' } as never }))
  logIn('1')
  const ids = sentIds(
    entries(memoryStorage(), () => 0),
    'reward-ids',
  )
  const sent: string[] = []
  const notices: string[] = []
  let idCount = 0
  const queue = [...answers]
  const request = (id: string) => async () => {
    sent.push(id)
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    return answer === 'hangs' ? new Promise<never>(() => {}) : (answer ?? lost)
  }
  const tools = {
    newId: () => `id-${++idCount}`,
    ids,
    wait: (ms: number) => new Promise<void>((ready) => setTimeout(ready, ms)),
  }
  const run = async (what = '500') => {
    const running = store.dispatch(
      sendOnce({ about: ['redeem', what], request }, tools, () => notices.push('checking')),
    )
    await vi.runAllTimersAsync()
    return running
  }
  return { run, sent, notices, ids, logIn, answer: (next: CommandResult<string>) => void (queue[0] = next) }
}

test('a command with a response is sent once and its id is deleted', async () => {
  const rig = openRig(done('a'))
  expect(await rig.run()).toEqual({ is: 'done', value: 'a' })
  expect([rig.sent, rig.notices, rig.ids.all()]).toEqual([['id-1'], [], []])
})

test('a lost response is looked up by sending the command again with the same id', async () => {
  const rig = openRig(lost, done('a'))
  expect(await rig.run()).toEqual({ is: 'done', value: 'a' })
  expect([rig.sent, rig.notices, rig.ids.all()]).toEqual([['id-1', 'id-1'], ['checking'], []])
})

test('a response that hangs is looked up after ten seconds', async () => {
  const rig = openRig('hangs', done('a'))
  expect(await rig.run()).toEqual({ is: 'done', value: 'a' })
  expect(rig.sent).toEqual(['id-1', 'id-1'])
})

test('a refusal is the outcome and deletes the id; after a lost response only the refusal of a repeat does', async () => {
  const refusal = failed(422, 'insufficient_funds')
  const first = openRig(refusal)
  expect(await first.run()).toEqual({ is: 'refused', failed: refusal })
  expect([first.sent.length, first.ids.all()]).toEqual([1, []])
  const later = openRig(lost, refusal)
  expect(await later.run()).toEqual({ is: 'refused', failed: refusal })
  expect([later.sent.length, later.ids.all()]).toEqual([6, []])
  const late = openRig(lost, refusal, done('a'))
  expect(await late.run()).toEqual({ is: 'done', value: 'a' })
})

test('without a response the id stays stored, and the same command reuses it; another command has another id', async () => {
  const rig = openRig(lost)
  expect(await rig.run()).toEqual({ is: 'unknown' })
  expect(rig.ids.all()).toHaveLength(1)
  rig.answer(failed(0, 'not_sent'))
  expect(await rig.run()).toEqual({ is: 'unknown' })
  rig.answer(done('a'))
  expect(await rig.run()).toEqual({ is: 'done', value: 'a' })
  expect(new Set(rig.sent)).toEqual(new Set(['id-1']))
  await rig.run('600')
  expect(rig.sent.at(-1)).toBe('id-2')
})

test('another bettor does not see the response, and the id stays stored for the sender', async () => {
  const rig = openRig(done('a'))
  const running = rig.run()
  rig.logIn('2')
  expect(await running).toEqual({ is: 'unknown' })
  expect(rig.ids.all()).toHaveLength(1)
})
