import { memoryStorage } from '@nare/client/memory-storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommandResult } from './command-outcome.ts'
import { failed, lost, notFound, testTools } from './command-rig.ts'
import { resolveSent, runCommand, type Command } from './run-command.ts'
import { markOf } from './sent-ids.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hangs = new Promise<never>(() => {})
const done = (value: string): CommandResult<string> => ({ ok: true, value })
const taken = failed(409, 'id_reused')
const refusal = failed(422, 'insufficient_funds')
type Replies = (CommandResult<string> | Promise<CommandResult<string>>)[]

/** A page of a browser. `answers` are the responses to the command and `found` those to look-ups, in turn; the last one repeats. */
function openPage(storage = memoryStorage(), bettor = '1') {
  const tools = testTools(storage)
  const sent: string[] = []
  const lookedUp: string[] = []
  const late: string[] = []
  let owner = bettor
  const begin = (answers: Replies, found: Replies | 'repeats' = [notFound], change: Partial<Command<string>> = {}) => {
    const next = (list: Replies) => Promise.resolve((list.length > 1 ? list.shift() : list[0]) ?? lost)
    return runCommand<string>(
      {
        owner: () => owner,
        about: ['a'],
        send: (id) => (sent.push(id), next(answers)),
        ...(found !== 'repeats' && { lookUp: (id) => (lookedUp.push(id), next(found)) }),
        onLate: (value) => late.push(value),
        fallback: 'failed',
        ...change,
      },
      tools,
    )
  }
  const run = async (...given: Parameters<typeof begin>) => {
    const running = begin(...given)
    await vi.runAllTimersAsync()
    return running
  }
  const stored = () => tools.ids.all().map(([, id]) => id)
  return { tools, storage, run, begin, sent, lookedUp, late, stored, logIn: (id: string) => void (owner = id) }
}

test('the id is stored before the command is sent, and deleted with its outcome', async () => {
  for (const [answer, is] of [
    [done('x'), 'done'],
    [refusal, 'refused'],
    [failed(0, 'not_sent'), 'refused'],
    [failed(503, 'overloaded'), 'refused'],
  ] as const) {
    const page = openPage()
    const storedWhenSent: (string | undefined)[][] = []
    const send = async (id: string) => (storedWhenSent.push([id, ...page.stored()]), answer)
    expect((await page.run([], [], { send })).is).toBe(is)
    const [[sent, stored] = []] = storedWhenSent
    expect([stored, page.stored(), page.lookedUp]).toEqual([sent, [], []])
  }
})

test('a lost, unreadable or failed response is looked up by the id; what it finds is the outcome', async () => {
  for (const answer of [lost, failed(200, 'bad_answer'), failed(502), failed(503, 'unknown'), hangs]) {
    const page = openPage()
    expect(await page.run([answer], [lost, done('x')])).toEqual({ is: 'done', value: 'x', earlier: false })
    expect([page.sent.length, page.stored()]).toEqual([1, []])
    expect(new Set(page.lookedUp)).toEqual(new Set(page.sent))
  }
})

test('while the outcome is unknown the next command has the same id: after a reload, and with other content in a set', async () => {
  const page = openPage()
  expect(await page.run([lost])).toMatchObject({ is: 'unknown', failed: { code: 'no_answer', error: 'failed' } })
  const reloaded = openPage(page.storage)
  expect((await reloaded.run([lost], [lost], { about: ['b', 'a'], overlaps: true })).is).toBe('unknown')
  expect((await reloaded.run([lost], [lost], { about: ['b'], overlaps: true })).is).toBe('unknown')
  expect(await reloaded.run([done('x')])).toMatchObject({ is: 'done' })
  expect(new Set([...page.sent, ...reloaded.sent]).size).toBe(2)
  const other = openPage(page.storage, '2')
  await other.run([lost])
  expect(page.sent).not.toContain(other.sent[0])
})

test('a repeated set keeps the parts of the first, so that a third command on any of them has the same id too', async () => {
  const page = openPage()
  for (const about of [['a', 'b'], ['a', 'c'], ['c'], ['b']]) await page.run([lost], [lost], { about, overlaps: true })
  expect([new Set(page.sent).size, page.sent.length]).toEqual([1, 4])
  await page.run([done('x')], [], { about: ['d'], overlaps: true })
  expect(new Set(page.sent).size).toBe(2)
})

test('a double tap and a second tab send one id, and both get its outcome', async () => {
  const page = openPage()
  const tab = openPage(page.storage)
  const taps = [page.begin([done('x')]), page.begin([done('x')]), tab.begin([done('x')])]
  await vi.runAllTimersAsync()
  expect((await Promise.all(taps)).map(({ is }) => is)).toEqual(['done', 'done', 'done'])
  expect(new Set([...page.sent, ...tab.sent]).size).toBe(1)
})

test('a repeat that was not checked by the server leaves the first attempt unknown; a checked refusal is shown, and the id stays', async () => {
  for (const [answer, is] of [
    [failed(0, 'not_sent'), 'unknown'],
    [failed(503, 'overloaded'), 'unknown'],
    [failed(429, 'too_many_requests'), 'unknown'],
    [refusal, 'refused'],
  ] as const) {
    const page = openPage()
    await page.run([lost])
    expect((await page.run([answer])).is).toBe(is)
    expect(await page.run([done('x')])).toMatchObject({ is: 'done' })
    expect([new Set(page.sent).size, page.stored()]).toEqual([1, []])
  }
})

test('if an earlier command used the id, that one is the outcome; if it does not exist, the id is given up', async () => {
  const page = openPage()
  await page.run([lost], [lost])
  expect(await page.run([taken], [done('first')])).toEqual({ is: 'done', value: 'first', earlier: true })
  expect(page.stored()).toEqual([])
  expect(await page.run([taken], [lost])).toMatchObject({ is: 'unknown' })
  expect(await page.run([taken], [notFound])).toMatchObject({ is: 'refused', failed: taken })
  expect(page.stored()).toEqual([])
})

test('several earlier commands of a set are looked up first, and nothing is sent unless all but one are known', async () => {
  const page = openPage()
  for (const about of [['a'], ['b']]) await page.run([lost], [lost], { about, overlaps: true })
  const both = { about: ['a', 'b'], overlaps: true } as const
  const before = page.sent.length
  expect((await page.run([done('x')], [lost], both)).is).toBe('unknown')
  expect(await page.run([done('x')], [done('second')], both)).toEqual({ is: 'done', value: 'second', earlier: true })
  expect(page.sent).toHaveLength(before)
  expect(await page.run([done('x')], [notFound], both)).toMatchObject({ is: 'done', value: 'x' })
  expect([new Set(page.sent).size, page.stored()]).toEqual([2, []])
})

test('a server error is the outcome once look-ups find no command; the id stays, because the request may still arrive', async () => {
  const page = openPage()
  expect(await page.run([failed(502)])).toMatchObject({ is: 'refused', failed: { status: 502 }, absent: true })
  expect([page.lookedUp.length, page.stored()]).toEqual([5, page.sent])
  expect((await openPage().run([failed(502)], [failed(502)])).is).toBe('unknown')
  expect((await openPage().run([failed(503, 'unknown')])).is).toBe('unknown')
})

test('a command without a look-up is sent again; its refusals count once the first request has ended', async () => {
  const page = openPage()
  expect(await page.run([lost, done('x')], 'repeats')).toMatchObject({ is: 'done', value: 'x' })
  expect([page.sent.length, new Set(page.sent).size, page.stored()]).toEqual([2, 1, []])
  const late = openPage()
  expect(await late.run([lost, refusal, done('x')], 'repeats')).toMatchObject({ is: 'done', value: 'x' })
  const refused = openPage()
  expect(await refused.run([lost, refusal], 'repeats')).toEqual({ is: 'refused', failed: refusal, absent: true })
  expect([refused.sent.length, refused.stored()]).toEqual([6, []])
  const silent = openPage()
  expect((await silent.run([lost], 'repeats')).is).toBe('unknown')
  expect((await silent.run([refusal], 'repeats')).is).toBe('refused')
  expect([new Set(silent.sent).size, silent.stored()]).toEqual([1, []])
})

test('another bettor neither sees nor resolves the command: the id stays for its bettor', async () => {
  for (const [answer, found] of [
    [done('x'), notFound],
    [lost, done('x')],
    [lost, 'repeats'],
  ] as const) {
    const page = openPage()
    const running = page.begin([answer], found === 'repeats' ? found : [found])
    page.logIn('2')
    await vi.runAllTimersAsync()
    expect([(await running).is, page.lookedUp, page.sent.length, page.stored()]).toEqual(['unknown', [], 1, page.sent])
  }
})

test('a response after the outcome was returned as unknown is passed on, and deletes the id', async () => {
  const page = openPage()
  const { promise, resolve } = Promise.withResolvers<CommandResult<string>>()
  expect((await page.run([promise], [lost])).is).toBe('unknown')
  expect([page.late, page.stored()]).toEqual([[], page.sent])
  resolve(done('x'))
  await vi.runAllTimersAsync()
  expect([page.late, page.stored()]).toEqual([['x'], []])
})

/** Looks up the commands of bettor 1 that were sent under the given ids. */
async function lookUpSent(replies: Record<string, CommandResult<string> | Promise<never>>, repeats?: true) {
  const tools = testTools()
  for (const id of Object.keys(replies)) tools.ids.keep(markOf('1', [id]), id)
  const found: string[] = []
  let owner: string | undefined = '1'
  const resolve = async (during = () => {}) => {
    const lookUp = async ({ id }: { id: string }) => (during(), replies[id] ?? lost)
    const onFound = (value: string) => found.push(value)
    const resolving = resolveSent({ owner: () => owner, lookUp, onFound, ...(repeats && { repeats }) }, tools)
    await vi.runAllTimersAsync()
    return resolving
  }
  return { tools, found, resolve, logIn: (id: string | undefined) => void (owner = id), replies }
}

test('commands of an earlier visit are looked up once each: what took effect is announced, everything else stays', async () => {
  const rig = await lookUpSent({ one: done('x'), two: notFound, three: hangs, four: done('y'), five: refusal })
  rig.tools.ids.keep(markOf('2', ['six']), 'six')
  expect(await rig.resolve()).toBe(true)
  expect([rig.found, rig.tools.ids.all().map(([, id]) => id)]).toEqual([
    ['x', 'y'],
    ['two', 'three', 'five', 'six'],
  ])
  const repeats = await lookUpSent({ one: refusal, two: failed(429, 'too_many_requests') }, true)
  expect([await repeats.resolve(), repeats.tools.ids.all().map(([, id]) => id)]).toEqual([true, ['two']])
  expect(await (await lookUpSent({})).resolve()).toBe(false)
})

test('a command that another tab has resolved, or whose bettor has left, is not announced', async () => {
  const tab = await lookUpSent({ one: done('x') })
  expect(await tab.resolve(() => tab.tools.ids.drop(markOf('1', ['one'])))).toBe(false)
  const left = await lookUpSent({ one: done('x') })
  await left.resolve(() => left.logIn('2'))
  expect([tab.found, left.found, left.tools.ids.all().length]).toEqual([[], [], 1])
  left.logIn(undefined)
  expect(await left.resolve()).toBe(false)
})
