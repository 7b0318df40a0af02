import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { environmentNow, readConfig } from './config.ts'
import { findingsOf, samplesOf, type Finding } from './doctor-findings.ts'
import { checkProduction } from './production-gaps.ts'
import { monotonicMs } from './platform/clock.ts'
import { runOrExit } from './platform/start-error.ts'

/**
 * `npm run doctor`: whether the house is well. Looks at the settings, asks the server on this machine whether it is ready, and judges its metrics. Prints a
 * line for each thing and exits with 1 if something is down or must be mended. It changes nothing. `-- --ready` only waits until the server is ready, at most
 * five minutes.
 */
const words = { ok: 'ok    ', late: 'soon  ', down: 'WRONG ' } as const
const asksMsMax = 5_000
const readyMsMax = 300_000
const readyPauseMs = 500

process.exitCode = await runOrExit(async () => {
  const config = readConfig()
  const url = `http://${config.host}:${config.port}`
  if (readOptions().ready) return waitUntilReady(url)
  const { faults, gaps } = config.production ? checkProduction(environmentNow()) : { faults: [], gaps: [] }
  const said: Finding[] = [
    ...(config.production
      ? []
      : [{ state: 'late' as const, text: 'this is not production: no money is real (NODE_ENV)' }]),
    ...faults.map((text) => ({ state: 'down' as const, text })),
    ...gaps.map((text) => ({ state: 'late' as const, text })),
    ...(await ofServer(url, config.metrics.tokens[0])),
  ]
  for (const { state, text } of said) console.log(`${words[state]} ${text}`)
  return said.some(({ state }) => state === 'down') ? 1 : 0
})

function readOptions(): { ready?: boolean } {
  try {
    return parseArgs({ options: { ready: { type: 'boolean' } } }).values
  } catch {
    console.error('npm run doctor [-- --ready]')
    process.exit(2)
  }
}

async function waitUntilReady(url: string): Promise<number> {
  // Callers wait in the socket of systemd while the server starts, so a call may take as long as it may.
  for (const until = monotonicMs() + readyMsMax; monotonicMs() < until; await wait(readyPauseMs)) {
    const answer = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(asksMsMax) }).catch(
      () => undefined,
    )
    if (answer?.ok) return 0
  }
  console.error(`the server at ${url} was not ready in ${readyMsMax / 1000} s`)
  return 1
}

async function ofServer(url: string, token: string | undefined): Promise<Finding[]> {
  const ask = (path: string) =>
    fetch(new URL(path, url), {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(asksMsMax),
    }).catch(() => undefined)
  const ready = await ask('/readyz')
  if (!ready) return [{ state: 'down', text: `no server answers at ${url}: systemctl status nare` }]
  if (!ready.ok) return [{ state: 'down', text: `the server is not ready: ${(await ready.text()).slice(0, 200)}` }]
  const metrics = await ask('/metrics')
  const server: Finding = { state: 'ok', text: `the server at ${url} is ready` }
  if (!metrics?.ok)
    return [server, { state: 'late', text: 'its metrics cannot be read: set METRICS_TOKEN, the same for the server' }]
  return [server, ...findingsOf(samplesOf(await metrics.text()))]
}
