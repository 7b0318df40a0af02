import { expect, test } from 'vitest'
import { busInMemory, type Bus } from './bus.ts'
import { openReads } from './reads.ts'

const readCall = { method: 'GET', path: '/listed' }
const command = { method: 'POST', path: '/command' }

/** Opens reads whose replica contains every write made before the last call of `catchUp`. */
function open({ writersMax }: { writersMax?: number } = {}) {
  let atMs = 0
  let shownUntilMs = 0
  const now = () => ++atMs
  const clientOf = (server: string) => ({ query: async () => server, release: () => undefined })
  const replica = {
    connect: async () => clientOf('replica') as never,
    isClose: () => true,
    shownUntilMs: () => shownUntilMs,
    compared: Promise.resolve(),
    close: async () => undefined,
  }
  const reads = openReads({ replica, mayBeOld: new Set([readCall]), now, ...(writersMax && { writersMax }) })
  const readAs = (by: string | undefined): Promise<unknown> =>
    reads.serve(readCall, by, async () => {
      const client = await reads.connect(async () => clientOf('primary') as never)
      return (client.query as unknown as () => Promise<unknown>)()
    })
  const writeAs = (by: string) => reads.serve(command, by, async () => undefined)
  const catchUp = () => (shownUntilMs = now())
  return { reads, readAs, writeAs, catchUp }
}

test('after a write, its caller reads from the primary until the replica has the write; other callers read from the replica', async () => {
  const { readAs, writeAs, catchUp } = open()
  catchUp()
  expect(await readAs('1')).toBe('replica')
  await writeAs('1')
  await expect(Promise.all([readAs('1'), readAs('2'), readAs(undefined)])).resolves.toEqual([
    'primary',
    'replica',
    'replica',
  ])
  catchUp()
  expect(await readAs('1')).toBe('replica')
})

test('a failed command counts as a write, because its outcome may be unknown', async () => {
  const { reads, readAs, catchUp } = open()
  catchUp()
  await expect(reads.serve(command, '1', () => Promise.reject(new Error('late')))).rejects.toThrow('late')
  expect(await readAs('1')).toBe('primary')
})

test('when there are too many writers to remember, private reads use the primary until the replica has their writes', async () => {
  const { readAs, writeAs, catchUp } = open({ writersMax: 2 })
  catchUp()
  for (const by of ['1', '2', '3']) await writeAs(by)
  await expect(Promise.all([readAs('1'), readAs(undefined)])).resolves.toEqual(['primary', 'replica'])
  catchUp()
  expect(await readAs('1')).toBe('replica')
})

test('a write in another process counts, and while the bus is down private reads use the primary', async () => {
  const { reads, readAs, catchUp } = open()
  let receive: (message: unknown) => void = () => undefined
  let upListener: (up: boolean) => void = () => undefined
  let up = true
  const bus: Bus = {
    ...busInMemory(),
    shared: true,
    isUp: () => up,
    subscribe: (_channel, receiver) => (receive = receiver),
    onUpChanged: (listener) => (upListener = listener),
  }
  reads.connectBus(bus)
  catchUp()
  // The message lists the callers who wrote. Anything in it that is not a string is ignored.
  receive(['7', 8, null])
  await expect(Promise.all([readAs('7'), readAs('9')])).resolves.toEqual(['primary', 'replica'])
  catchUp()
  up = false
  upListener(up)
  await expect(Promise.all([readAs('9'), readAs(undefined)])).resolves.toEqual(['primary', 'replica'])
  catchUp()
  up = true
  upListener(up)
  expect(await readAs('9')).toBe('primary')
  catchUp()
  expect(await readAs('9')).toBe('replica')
})

test('the writes of one turn of the event loop are published to the other processes in one message', async () => {
  const { reads, writeAs } = open()
  const sent: unknown[] = []
  reads.connectBus({ ...busInMemory(), shared: true, publish: (_channel, message) => void sent.push(message) })
  await Promise.all([writeAs('1'), writeAs('2')])
  await new Promise(setImmediate)
  expect(sent).toEqual([['1', '2']])
})
