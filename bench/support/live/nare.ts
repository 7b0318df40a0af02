import { openApp } from '@nare/api/app'
import { readConfig } from '@nare/api/config'
import { openDatabase } from '@nare/api/platform/database'
import { openLog } from '@nare/api/platform/log'
import { migrate } from '@nare/api/platform/migrate'
import { nowNs } from './protocol.ts'
import { runTarget } from './target.ts'

/** The real server with embedded PostgreSQL. A feed in the same process, as in production, ingests the price changes. */
const dataDir = process.argv[2] ?? ''
const matches = Number(process.argv[3] ?? 300)
const source = 'bench'
const migrations = new URL('../../../db/migrations', import.meta.url).pathname

const config = readConfig({
  SANDBOX: 'on',
  FEED: 'none',
  TRUST_PROXY: '1',
  LIMITS_BY_ADDRESS: 'off',
  LOG_LEVEL: 'error',
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
})
const log = openLog(config.logLevel)
const database = await openDatabase({ config, log })
await migrate(database.connection, migrations)
const app = await openApp({ config, connection: database.connection, log })
const url = new URL(await app.listen())

const startTime = new Date(app.clock.now() + 86_400_000)
const line = (n: number) => ({
  marketId: '1',
  line: '',
  state: 'open' as const,
  keys: ['home_team', 'draw', 'away_team'],
  prices: [2100n, 3200n, 3600n].map((price) => price + BigInt(n % 20) * 10n),
})
await app.catalog.ingest(
  Array.from({ length: matches }, (_, n) => ({
    kind: 'fixture' as const,
    match: { source, sourceId: String(n) },
    at: app.clock.date(),
    sportId: '79',
    competition: { name: 'Bench League', category: 'Bench' },
    homeTeam: `Home ${n}`,
    awayTeam: `Away ${n}`,
    startTime,
    lines: [line(0)],
  })),
)
const topics = await marketTopics()
const paced = [...topics.keys()]

const urgent = ['bench:urgent']
let urgentVersion = 0
const urgentState = () => ({ topic: 'bench:urgent', key: '', version: urgentVersion, state: { phase: 'flying' } })
app.live.publicTopics('bench:', async (names) => new Map(names.map((name) => [name, [urgentState()]])), {
  urgent: true,
})

runTarget({
  port: Number(url.port),
  paced,
  urgent,
  async change(changed) {
    if (changed[0] === urgent[0]) {
      urgentVersion++
      const at = nowNs()
      app.live.publish(urgentState())
      return { versions: [urgentVersion], at }
    }
    const at = app.clock.date()
    const states = changed.flatMap((topic) => topics.get(topic) ?? [])
    for (const state of states) state.version++
    await app.catalog.ingest(
      states.map(({ sourceId, version }) => ({
        kind: 'price' as const,
        match: { source, sourceId },
        at,
        lines: [line(version)],
      })),
    )
    return { versions: states.map(({ version }) => version), at: nowNs() }
  },
  async stop() {
    await app.close()
    await database.stop()
  },
})

/** The market topics with the feed's match id and the current version: each change of a line increments it by one. */
async function marketTopics(): Promise<Map<string, { sourceId: string; version: number }>> {
  const found = new Map<string, { sourceId: string; version: number }>()
  for (let page = 1; found.size < matches; page++) {
    const { data } = await app.catalog.matches({ when: 'upcoming', sort: 'time', page, limit: 100 })
    if (data.length === 0) throw new Error('the matches were not created')
    const states = await app.live.states(data.map(({ match_id }) => `market:${match_id}:1`))
    for (const { match_id, home_team } of data) {
      const topic = `market:${match_id}:1`
      found.set(topic, { sourceId: home_team.slice('Home '.length), version: states.get(topic)?.[0]?.version ?? 0 })
    }
  }
  return found
}
