import { Counter, Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { metricsOfPrimary, openMetricsHub } from './metrics-hub.ts'
import { channelPair } from './testing/channels.ts'

test('a scrape of any worker shows the summed counts of all, and one value for gauges that all read from the database', async () => {
  const hub = openMetricsHub()
  const workers = [2, 3].map((bets) => {
    const { worker, primary } = channelPair()
    hub.attach(primary)
    const registry = new Registry()
    const registers = [registry]
    new Counter({ name: 'bets', help: 'b', registers }).inc(bets)
    new Gauge({ name: 'stale', help: 's', registers, aggregator: 'max' }).set(7)
    return metricsOfPrimary(worker)(registry)
  })
  for (const scrape of workers) {
    const text = await scrape()
    expect(text).toMatch(/^bets 5$/m)
    expect(text).toMatch(/^stale 7$/m)
  }
})

test('a worker that has ended is omitted', async () => {
  const hub = openMetricsHub()
  const [first, second] = [channelPair(), channelPair()]
  hub.attach(first.primary)
  hub.attach(second.primary)
  const register = new Registry()
  new Counter({ name: 'bets', help: 'b', registers: [register] }).inc(4)
  const scrape = metricsOfPrimary(first.worker)(register)
  second.close()
  expect(await scrape()).toMatch(/^bets 4$/m)
})
