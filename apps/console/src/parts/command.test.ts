import type { Failed } from '@nare/client/call'
import type { operatorMatches } from '@nare/contract/operator-trading'
import { expect, test } from 'vitest'
import type { Sending } from '../wire/send.ts'
import { commandOnce } from './command.ts'

type Suspend = typeof operatorMatches.suspendMatch
const failed = (status: number): Failed => ({ ok: false, status, code: 'no_answer', error: '', fields: {}, body: {} })
const unknown: Sending<Suspend> = { state: 'unknown', reply: failed(0) }
const refused: Sending<Suspend> = { state: 'refused', reply: failed(422) }
const done: Sending<Suspend> = { state: 'done', answer: { match_id: '10000001', suspended: true } }

function rig(outcomes: readonly Sending<Suspend>[]) {
  const sent: unknown[] = []
  let ids = 0
  const run = commandOnce<Suspend>({
    newId: () => `id-${++ids}`,
    send: async (input) => {
      sent.push(input.reason)
      return outcomes[sent.length - 1] ?? done
    },
  })
  return {
    sent,
    press: (text = 'goal') => run((id) => ({ match_id: '10000001', suspend: true, reason: `${text} ${id}` })),
  }
}

test('a command of unknown outcome is sent again as it was, with the same id, until its outcome is known', async () => {
  const { sent, press } = rig([unknown, unknown, done, done])
  await press()
  await press('another reason')
  await press()
  await press()
  expect(sent).toEqual(['goal id-1', 'goal id-1', 'goal id-1', 'goal id-2'])
})

test('after a refusal the next command has a new id and the new input', async () => {
  const { sent, press } = rig([refused])
  await press()
  await press('penalty')
  expect(sent).toEqual(['goal id-1', 'penalty id-2'])
})

test('a second press while the command is on its way sends nothing', async () => {
  const { sent, press } = rig([])
  const [first, second] = await Promise.all([press(), press()])
  expect([first, second, sent.length]).toEqual([done, undefined, 1])
})
