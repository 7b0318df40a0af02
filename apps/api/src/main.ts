import { mkdir } from 'node:fs/promises'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './platform/database.ts'
import { openLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { runOrExit } from './platform/start-error.ts'

const migrations = new URL('../../../db/migrations', import.meta.url).pathname
/** Process managers usually wait ten seconds before SIGKILL. */
const stopsInMs = 9500
const checkParentEveryMs = 500

await runOrExit(main)

async function main(): Promise<void> {
  const config = readConfig()
  const log = openLog(config.logLevel)
  if (!config.databaseUrl) await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const database = await openDatabase({ config, log })
  let stopping = false
  const undo: (() => Promise<void>)[] = [() => database.stop()]
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopsInMs).unref()
    for (const step of undo.reverse())
      await step().catch((error: unknown) => log.warn({ err: error }, 'a part did not stop cleanly'))
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  if (config.byNpm) stopWithoutParent(() => void stop('the end of npm'))
  try {
    const ran = await migrate(database.connection, migrations)
    if (ran.length > 0) log.info({ migrations: ran }, 'migrations applied')
    const app = await openApp({ config, connection: database.connection, direct: database.direct, log })
    undo.push(() => app.close())
    const demo = config.sandbox ? await (await import('./sandbox/demo.ts')).openDemo(app) : undefined
    const address = await app.listen()
    console.log(`Nare is listening on ${address}`)
    if (demo)
      console.log(`Log in as ${demo.msisdn} with the password ${demo.password}; it has ${demo.balance} of play money`)
    if (config.sandbox) console.log('The sandbox is on: nothing outside this machine is called, no money is real')
    await app.start()
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined)
    throw error
  }
}

/** npm starts the server through a shell that forwards no signals: when npm exits, only the parent process id changes. */
function stopWithoutParent(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), checkParentEveryMs).unref()
}
