import { openApp, type App } from './app.ts'
import type { AppDeps } from './app-deps.ts'
import { consoleLines, greet, type Greeting } from './greet.ts'
import { prepareDatabase } from './prepare-database.ts'
import { runUntilStopped, stopWithoutParent, type Lifetime } from './lifetime.ts'

const stopsInMs = 9500

type ServingDeps = AppDeps & {
  readonly lifetime: Lifetime
  /** Whether this process creates the demo bettor, if the sandbox is on. */
  readonly withDemo: boolean
  readonly onListening: (greeting: Greeting) => void
}

/** Opens the server, listens and starts its background work. */
export async function serve({ lifetime, withDemo, onListening, ...deps }: ServingDeps): Promise<App> {
  const app = await openApp(deps)
  lifetime.onStop(() => app.close())
  const demo = withDemo && deps.config.sandbox ? await (await import('./sandbox/demo.ts')).openDemo(app) : undefined
  const address = await app.listen()
  onListening({
    address,
    dataPlace: app.dataPlace(),
    console: consoleLines(deps.config.console.url ?? address, demo?.staff ?? []),
    ...(demo && {
      demo: `Log in as ${demo.msisdn} with the password ${demo.password}; it has ${demo.balance} of play money`,
    }),
  })
  await app.start()
  return app
}

/** Runs the server as the only process. */
export async function runAlone({ config, log }: Pick<AppDeps, 'config' | 'log'>): Promise<void> {
  const { drainMs, socket } = config.processes
  const signals = ['SIGTERM', 'SIGINT'] as const
  await runUntilStopped({ log, stopsInMs: () => stopsInMs + drainMs, signals }, async (lifetime) => {
    if (config.byNpm) stopWithoutParent(lifetime)
    const { connection, direct } = await prepareDatabase({ config, log, lifetime })
    const onListening = (greeting: Greeting): void => greet(greeting, config)
    const app = await serve({ config, connection, direct, log, lifetime, withDemo: true, onListening })
    if (drainMs > 0) lifetime.onStop(() => app.drain({ ms: drainMs, alone: socket === undefined }))
  })
}
