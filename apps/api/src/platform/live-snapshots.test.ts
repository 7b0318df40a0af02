import { expect, test } from 'vitest'
import { snapshotsInMemory, type Snapshot } from './live-snapshots.ts'

const message = (topic: string, version: number) => ({ topic, key: '', version, state: {} })

/** Snapshots of the kind `a:` with what was asked for, question by question, and how many questions were open at once. */
function counted({ keptMs = 60_000 } = {}) {
  const questions: (readonly string[])[] = []
  const seen = { open: 0, most: 0, version: 1 }
  const gates: (() => void)[] = []
  const snapshot: Snapshot = async (topics) => {
    questions.push(topics)
    seen.most = Math.max(seen.most, ++seen.open)
    const { version } = seen
    await new Promise<void>((resolve) => gates.push(resolve))
    seen.open--
    return new Map(topics.filter((topic) => topic !== 'a:none').map((topic) => [topic, [message(topic, version)]]))
  }
  const snapshots = snapshotsInMemory({ keptMs })
  snapshots.addTopics('a:', snapshot)
  const version = async (topic: string) => (await snapshots.read(topic))?.[0]?.message.version
  const asked = async () => void (await new Promise((resolve) => setImmediate(resolve)))
  const answer = () => gates.splice(0).forEach((open) => open())
  return { snapshots, questions, seen, version, asked, answer }
}

test('many readers of many topics are one question, and who comes a moment later shares its answer', async () => {
  const { questions, version, asked, answer } = counted()
  const topics = Array.from({ length: 120 }, (_, n) => `a:${n}`)
  const polls = Promise.all([...topics, ...topics, ...topics].map(version))
  await asked()
  const late = version('a:7')
  answer()
  expect(new Set(await polls)).toEqual(new Set([1]))
  expect(await late).toBe(1)
  expect(await version('a:7')).toBe(1)
  expect(questions).toEqual([topics])
})

test('different topics asked for while a question is open wait for the next one, so a kind takes one connection', async () => {
  const { questions, seen, version, asked, answer } = counted()
  const reads: Promise<unknown>[] = []
  for (let n = 0; n < 50; n++) {
    reads.push(version(`a:${n}`))
    await asked()
  }
  expect(questions).toHaveLength(1)
  answer()
  await reads[0]
  await asked()
  answer()
  await Promise.all(reads)
  expect([questions.length, seen.most]).toEqual([2, 1])
})

test('what was read, or is being read, before a change is not given to who asks after it', async () => {
  const { snapshots, seen, version, asked, answer } = counted()
  const before = version('a:1')
  await asked()
  seen.version = 2
  snapshots.invalidate(['a:1'])
  const after = version('a:1')
  answer()
  expect(await before).toBe(1)
  await asked()
  answer()
  expect(await after).toBe(2)
  seen.version = 3
  snapshots.invalidate(['a:1'])
  const last = version('a:1')
  await asked()
  answer()
  expect(await last).toBe(3)
})

test('what belongs to a bettor is read anew each time', async () => {
  const snapshots = snapshotsInMemory()
  let reads = 0
  snapshots.addTopics('own:', async (topics) => new Map(topics.map((topic) => [topic, [message(topic, ++reads)]])), {
    own: true,
  })
  await snapshots.read('own:1')
  await snapshots.read('own:1')
  expect([reads, snapshots.kindOf('own:1'), snapshots.kindOf('weather')]).toEqual([2, 'own', undefined])
})

test('a topic that is not there is not there for each who asks, and more topics than can be read are refused', async () => {
  const { snapshots, version, asked, answer } = counted()
  const none = snapshots.read('a:none')
  await asked()
  answer()
  expect(await none).toBeUndefined()
  void version('a:first')
  await asked()
  for (let n = 0; n < 20_000; n++) void snapshots.read(`a:more ${n}`)
  await expect(snapshots.read('a:too many')).rejects.toThrow('too many live topics')
})
