import { expect, test } from 'vitest'
import { snapshotsInMemory, type PublicSnapshot } from './live-snapshots.ts'

const message = (topic: string, version: number) => ({ topic, key: '', version, state: {} })

/** Snapshots of topics `a:` with the topics of each query, and the maximum number of concurrent queries. */
function counted({ cachedMs = 60_000 } = {}) {
  const queries: (readonly string[])[] = []
  const seen = { open: 0, most: 0, version: 1 }
  const gates: (() => void)[] = []
  const snapshot: PublicSnapshot = async (topics) => {
    queries.push(topics)
    seen.most = Math.max(seen.most, ++seen.open)
    const { version } = seen
    await new Promise<void>((resolve) => gates.push(resolve))
    seen.open--
    return new Map(topics.filter((topic) => topic !== 'a:none').map((topic) => [topic, [message(topic, version)]]))
  }
  const snapshots = snapshotsInMemory({ cachedMs })
  snapshots.publicTopics('a:', snapshot)
  const version = async (topic: string) => (await snapshots.read(topic))?.[0]?.message.version
  const started = async () => void (await new Promise((resolve) => setImmediate(resolve)))
  const answer = () => gates.splice(0).forEach((open) => open())
  return { snapshots, queries, seen, version, started, answer }
}

test('many subscribers of many topics share one query, and a later subscriber shares its result', async () => {
  const { queries, version, started, answer } = counted()
  const topics = Array.from({ length: 120 }, (_, n) => `a:${n}`)
  const polls = Promise.all([...topics, ...topics, ...topics].map(version))
  await started()
  const late = version('a:7')
  answer()
  expect(new Set(await polls)).toEqual(new Set([1]))
  expect(await late).toBe(1)
  expect(await version('a:7')).toBe(1)
  expect(queries).toEqual([topics])
})

test('topics requested during a query wait for the next one, so a kind uses one connection', async () => {
  const { queries, seen, version, started, answer } = counted()
  const reads: Promise<unknown>[] = []
  for (let n = 0; n < 50; n++) {
    reads.push(version(`a:${n}`))
    await started()
  }
  expect(queries).toHaveLength(1)
  answer()
  await reads[0]
  await started()
  answer()
  await Promise.all(reads)
  expect([queries.length, seen.most]).toEqual([2, 1])
})

test('states read before a change are not given to subscribers after it', async () => {
  const { snapshots, seen, version, started, answer } = counted()
  const before = version('a:1')
  await started()
  seen.version = 2
  snapshots.invalidate('a:1')
  const after = version('a:1')
  answer()
  expect(await before).toBe(1)
  await started()
  answer()
  expect(await after).toBe(2)
  seen.version = 3
  snapshots.invalidate('a:1')
  const last = version('a:1')
  await started()
  answer()
  expect(await last).toBe(3)
})

test('private topics are read for each bettor and never cached', async () => {
  const snapshots = snapshotsInMemory()
  let reads = 0
  snapshots.privateTopics('own', async (topics) => topics.map(({ topic }) => [message(topic, ++reads)]))
  await snapshots.read('own', 1n)
  await snapshots.read('own', 1n)
  expect(reads).toBe(2)
  const names = ['own', 'own@1', 'own:1', 'weather']
  expect(names.map((name) => snapshots.kindOf(name)?.isPrivate)).toEqual([true, undefined, undefined, undefined])
})

test('a missing topic is undefined for all its subscribers, and too many waiting topics are refused', async () => {
  const { snapshots, version, started, answer } = counted()
  const none = snapshots.read('a:none')
  await started()
  answer()
  expect(await none).toBeUndefined()
  void version('a:first')
  await started()
  for (let n = 0; n < 20_000; n++) void snapshots.read(`a:more ${n}`)
  await expect(snapshots.read('a:too many')).rejects.toThrow('too many live topics')
})
