import { setTimeout as wait } from 'node:timers/promises'
import type { ChangeCommand, Changed, Commit, Memory, ServerCommand } from './protocol.ts'

/** A server under test. */
export type Target = {
  readonly port: number
  readonly paced: readonly string[]
  readonly urgent: readonly string[]
  /** Changes the state of these topics, all paced or all urgent. Returns the new versions, in the same order, and the time of the commit. */
  change(topics: readonly string[]): Promise<{ readonly versions: readonly number[]; readonly at: number }>
  stop(): Promise<void>
}

const batchEveryMs = 50
const urgentPerSecond = 2

/** Serves the commands of the parent process until it sends `stop`. */
export function runTarget(target: Target): void {
  process.on('message', (command: ServerCommand) => {
    if (command.do === 'memory') return void process.send?.(memory())
    if (command.do === 'stop') return void target.stop().then(() => process.exit(0))
    void changes(target, command).then((changed) => process.send?.(changed))
  })
  const { port, paced, urgent } = target
  process.send?.({ port, paced, urgent })
}

/** Applies changes in a batch every 50 ms, as a feed does. */
async function changes(target: Target, { changesPerSecond, seconds }: ChangeCommand): Promise<Changed> {
  const commits: Commit[] = []
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  const pending: Promise<void>[] = []
  const change = (topics: readonly string[]): void => {
    if (topics.length === 0) return
    const done = target.change(topics).then(({ versions, at }) => {
      for (const [n, topic] of topics.entries()) commits.push({ topic, version: versions[n] ?? 0, at })
    })
    pending.push(done)
  }
  let [sent, sentUrgent] = [0, 0]
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - startedAt) {
    const due = Math.floor((elapsed / 1000) * changesPerSecond)
    change(Array.from({ length: due - sent }, (_, n) => target.paced[(sent + n) % target.paced.length] as string))
    sent = due
    const dueUrgent = Math.floor((elapsed / 1000) * urgentPerSecond)
    if (dueUrgent > sentUrgent) change(target.urgent)
    sentUrgent = dueUrgent
    await wait(batchEveryMs - ((performance.now() - startedAt) % batchEveryMs))
  }
  await Promise.all(pending)
  const { user, system } = process.cpuUsage(cpu)
  return { commits, cpuSeconds: (user + system) / 1e6, seconds: (performance.now() - startedAt) / 1000 }
}

function memory(): Memory {
  const { user, system } = process.cpuUsage()
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external, cpuSeconds: (user + system) / 1e6 }
}
