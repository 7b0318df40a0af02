import type { CDPSession } from 'playwright-core'
import { openBrowser, openPhone } from './support/browser.ts'
import { startServer } from './support/server.ts'

/**
 * `npm run bench lite [minutes]`: measures the traffic of the home page in Lite mode while the simulated feed changes prices. Counts bytes
 * in both directions, including headers and URLs, in the first minute and then in the following minutes, projected to an hour. The aim is
 * at most 0.1 MB an hour.
 */
const minutes = Number(process.argv[2] ?? 6)
const aimBytes = 100_000

const server = await startServer({ FEED: 'simulated' })
const browser = await openBrowser()
try {
  const { page, wire, context } = await openPhone(browser, { network: false })
  const traffic = count(wire)
  await page.addInitScript(() =>
    localStorage.setItem('bettor:data-saver', JSON.stringify({ value: 'lite', created: 0, ttl: 9e15 })),
  )
  await page.goto(server.url.href, { waitUntil: 'networkidle' })
  await page.waitForTimeout(60_000)
  const first = traffic.take()
  await page.waitForTimeout(minutes * 60_000)
  const later = traffic.take()
  const hour = Math.round((later.bytes / minutes) * 60)
  console.log(`first page and minute   ${kb(first.bytes)}  in ${first.requests} requests`)
  console.log(`then, an hour           ${kb(hour)}  from ${later.requests} requests in ${minutes} minutes`)
  if (later.requests < minutes / 2) throw new Error('the page made too few requests: the measurement is invalid')
  if (hour > aimBytes) console.log(`over the aim of ${kb(aimBytes)}`)
  await context.close()
} finally {
  await browser.close()
  await server.stop()
}

/** Counts bytes and requests; `take` returns the counts and resets them. */
function count(wire: CDPSession) {
  let bytes = 0
  let requests = 0
  const lengthOf = (headers: object) => JSON.stringify(headers).length
  wire.on('Network.requestWillBeSent', ({ request: { url } }) => {
    requests += 1
    bytes += url.length
  })
  wire.on('Network.requestWillBeSentExtraInfo', ({ headers }) => (bytes += lengthOf(headers)))
  wire.on('Network.responseReceivedExtraInfo', ({ headers }) => (bytes += lengthOf(headers)))
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  wire.on('Network.webSocketFrameReceived', ({ response }) => (bytes += response.payloadData.length))
  return {
    take() {
      const taken = { bytes, requests }
      bytes = 0
      requests = 0
      return taken
    },
  }
}

function kb(bytes: number): string {
  return `${Math.round(bytes / 1000)} KB`.padStart(7)
}
