import type { Area } from '#area'
import type { Clock } from '#platform/clock'
import { monotonicMs } from '#platform/clock'
import type { openToday, Reading } from './today.ts'

/** Several gauges of a scrape, and scrapes that follow each other, share a reading. */
const readEveryMs = 5_000
const states = { ok: 0, late: 1, down: 2 } as const

/** What Today watches as gauges: queues, money at the providers, health. Suspicions are not among them: who reads metrics may not read those. */
export function todayGauges({
  today,
  clock,
}: {
  readonly today: Pick<ReturnType<typeof openToday>, 'read'>
  readonly clock: Clock
}): NonNullable<Area['gauges']> {
  let kept: { readonly atMs: number; readonly reading: Promise<Reading> } | undefined
  const recent = (): Promise<Reading> => {
    if (!kept || monotonicMs() - kept.atMs > readEveryMs) kept = { atMs: monotonicMs(), reading: today.read() }
    return kept.reading
  }
  const ofQueues = (value: (queue: Reading['queues'][number]) => number) => async () =>
    (await recent()).queues.map((queue) => ({ labels: { part: queue.name }, value: value(queue) }))
  return [
    {
      name: 'nare_health',
      help: 'What the house watches: 0 well, 1 late, 2 down',
      read: async () =>
        (await recent()).health.map(({ name, state }) => ({ labels: { part: name }, value: states[state] })),
    },
    { name: 'nare_queue_waiting', help: 'What waits for a person', read: ofQueues(({ count }) => count) },
    {
      name: 'nare_queue_oldest_seconds',
      help: 'How long the oldest of a queue waits',
      read: ofQueues(({ oldestAt }) => (oldestAt ? (clock.now() - oldestAt.getTime()) / 1000 : 0)),
    },
    {
      name: 'nare_queue_promise_seconds',
      help: 'Within which time the house promises to decide',
      read: ofQueues(({ promiseS }) => promiseS),
    },
    {
      name: 'nare_float',
      help: 'The money at a provider, as it last said, in units of the currency',
      read: async () =>
        (await recent()).state.payments.float.flatMap(({ provider, balance }) =>
          balance === null ? [] : { labels: { provider }, value: Number(balance) },
        ),
    },
  ]
}
