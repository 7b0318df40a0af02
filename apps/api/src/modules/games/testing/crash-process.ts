import { readConfig } from '#config'
import { openLog } from '#platform/log'
import type { Connection } from '#platform/db'
import { openApp } from '../../../app.ts'

/** Runs the whole server in a separate process, for tests that kill it. Prints its address once it has started. */
const connection = JSON.parse(process.env['CONNECTION'] ?? '{}') as Connection
const config = readConfig({ ...process.env, SANDBOX: 'on', FEED: 'none', LEAGUE: 'off', PORT: '0' })
const app = await openApp({ config, connection, log: openLog('fatal') })
const url = await app.listen()
await app.start()
console.log(`listens ${url}`)
process.on('disconnect', () => process.exit(0))
