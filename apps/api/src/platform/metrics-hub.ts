import { AggregatorRegistry, type MetricObject } from 'prom-client'
import type { IpcChannel } from './ipc-channel.ts'
import type { ShareMetrics } from './metrics.ts'

/** The name of the metrics on the IPC channel. */
export const metricsName = 'metrics'

type ToHub = { readonly scrape: number } | { readonly of: number; readonly metrics: readonly MetricObject[] }
type ToWorker = { readonly read: number } | { readonly answer: number; readonly text: string }

/** A worker that does not respond in time is omitted. */
const answersInMs = 2000

/** Reads the metrics of all workers, which the primary collects. Counts and seconds are summed, lags averaged. */
export function metricsOfPrimary(channel: IpcChannel): ShareMetrics {
  return (own) => {
    const pending = new Map<number, (text: string) => void>()
    let scrapes = 0
    channel.onMessage((message) => {
      const received = message as ToWorker
      if ('answer' in received) {
        pending.get(received.answer)?.(received.text)
        pending.delete(received.answer)
      } else void own.getMetricsAsJSON().then((metrics) => channel.send({ of: received.read, metrics }))
    })
    return () => {
      const scrape = scrapes++
      const { promise, resolve } = Promise.withResolvers<string>()
      pending.set(scrape, resolve)
      channel.send({ scrape } satisfies ToHub)
      return promise
    }
  }
}

/** The primary's side of `metricsOfPrimary`. */
export function openMetricsHub() {
  const workers = new Set<IpcChannel>()
  const reads = new Map<number, (metrics: readonly MetricObject[]) => void>()
  let count = 0

  function read(worker: IpcChannel): Promise<readonly MetricObject[]> {
    const of = count++
    const { promise, resolve } = Promise.withResolvers<readonly MetricObject[]>()
    reads.set(of, resolve)
    const timeout = setTimeout(() => resolve([]), answersInMs)
    worker.send({ read: of } satisfies ToWorker)
    return promise.finally(() => {
      clearTimeout(timeout)
      reads.delete(of)
    })
  }

  async function scrape(worker: IpcChannel, answer: number): Promise<void> {
    const all = await Promise.all([...workers].map(read))
    const text = await AggregatorRegistry.aggregate(all.map((metrics) => [...metrics])).metrics()
    worker.send({ answer, text } satisfies ToWorker)
  }

  return {
    attach(channel: IpcChannel): void {
      workers.add(channel)
      channel.onClosed(() => void workers.delete(channel))
      channel.onMessage((message) => {
        const received = message as ToHub
        if ('scrape' in received) void scrape(channel, received.scrape)
        else reads.get(received.of)?.(received.metrics)
      })
    },
  }
}
