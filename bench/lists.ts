import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { load } from './support/load.ts'
import { startServer } from './support/server.ts'
import { makeMatches, type Priced } from './support/world.ts'

/**
 * `npm run bench lists`: requests the lists that every visitor reads at full rate over 16 connections: home's first page of 30 matches and
 * the counts of the sports. In the first run nothing changes. In the second run a price on the page changes 50 times per second, which
 * invalidates the cached page. Compares both with bare Fastify that sends the same bytes from memory.
 */
const seconds = 6
const connections = 16
const matchCount = 200
const shownMatches = 30
const changesASecond = 50
const home = '/v1/matches?sport_id=79&when=highlights&limit=30'
const sports = '/v1/sports'

const server = await startServer({ LIMITS_BY_ADDRESS: 'off' })
const bare = fork(join(import.meta.dirname, 'support/bare-lists.ts'))
try {
  const matches = await makeMatches(server, matchCount)
  const [{ port }] = (await once(bare, 'message')) as [{ port: number }]
  const bareUrl = new URL(`http://127.0.0.1:${port}`)
  for (const path of [home, sports]) {
    const body = await (await fetch(new URL(path, server.url))).text()
    bare.send({ path, body })
    await once(bare, 'message')
  }
  for (const [name, path] of [
    ["home's first page", home],
    ['counts of the sports', sports],
  ] as const) {
    const raw = await measure(bareUrl, path)
    print(name, await measure(server.url, path), raw)
    const stop = changePrices(matches)
    print(`– with ${changesASecond} changes a second`, await measure(server.url, path), raw)
    await stop()
  }
} finally {
  bare.kill()
  await server.stop()
}

type Figure = { readonly perSecond: number; readonly p99: number }

async function measure(url: URL, path: string): Promise<Figure> {
  const next = () => `GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`
  await load({ url, connections, seconds: 1, next })
  const { byStatus, p99, seconds: took } = await load({ url, connections, seconds, next })
  if (byStatus.size !== 1) throw new Error(`reads were refused: ${JSON.stringify([...byStatus])}`)
  return { perSecond: (byStatus.get(200) ?? 0) / took, p99 }
}

/** Changes prices of the matches in turn. Returns a function that stops and waits for the last change. */
function changePrices(matches: readonly Priced[]): () => Promise<void> {
  let isRunning = true
  const run = async (): Promise<void> => {
    for (let n = 0; isRunning; n++) {
      const path = `/sandbox/feed/matches/${matches[n % shownMatches]?.matchId}`
      const body = JSON.stringify({ odds: { '1': { home_team: `2.${10 + (n % 80)}` } } })
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(new URL(path, server.url), { method: 'POST', headers, body })
      if (!reply.ok) throw new Error(`a price was not changed: ${await reply.text()}`)
      await wait(1000 / changesASecond)
    }
  }
  const running = run()
  return async () => {
    isRunning = false
    await running
  }
}

function print(name: string, ours: Figure, raw: Figure): void {
  const figures = `${ours.perSecond.toFixed(0)}/s, p99 ${ours.p99.toFixed(1)} ms`
  const comparison = `bare ${raw.perSecond.toFixed(0)}/s, ${(ours.perSecond / raw.perSecond).toFixed(2)} of it`
  console.log(`${name.padEnd(32)} ${figures.padEnd(26)} ${comparison}`)
}
