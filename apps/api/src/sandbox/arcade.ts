import { createHmac } from 'node:crypto'
import type { Config } from '#config'
import type { Country } from '#country/country'
import type { Launcher } from '#modules/casino/casino'
import type { Log } from '#platform/log'
import type { Programs } from '#platform/programs'
import { random } from '#platform/random'

const program = new URL('../../../arcade/src/process.ts', import.meta.url).pathname
const providers = ['pragmatic', 'smartsoft', 'hub88', 'bgaming'] as const
const anyAddress = new Set(['0.0.0.0', '::'])

type Deps = {
  readonly config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'casino' | 'launch'>
  readonly log: Log
  readonly programs: Programs
  readonly country: Pick<Country, 'currency' | 'amounts' | 'amountScale'>
  /** The address of this server; undefined before it listens. */
  readonly platform: () => string | undefined
}

type Running = { readonly port: number; readonly key: Buffer; close(): Promise<void> }

/**
 * The sandbox's game provider, in a separate process and origin. It starts at the first use, at the latest with the server, and ends with
 * it. Its launch addresses are signed, so that a player cannot play as another.
 */
export function openArcade({ config, log, programs, country, platform }: Deps) {
  const { arcade: settings } = config.launch
  let running: Promise<Running> | undefined
  let knownPort: number | undefined

  /** The hostname under which browsers reach it. */
  function hostname(): string {
    if (config.publicUrl !== undefined) return new URL(config.publicUrl).hostname
    return anyAddress.has(config.host) ? '127.0.0.1' : config.host
  }

  async function start(): Promise<Running> {
    const home = platform()
    if (!settings || home === undefined) throw new Error('the server does not listen yet')
    const own = new URL(home)
    if (anyAddress.has(own.hostname)) own.hostname = '127.0.0.1'
    const sites = [
      own.origin,
      `http://localhost:${own.port}`,
      ...(config.publicUrl ? [new URL(config.publicUrl).origin] : []),
    ]
    const { pragmatic = '', smartsoft = '', bgaming = '' } = config.casino
    const line = {
      ...{
        host: config.host,
        platform: own.origin,
        sites,
        key: Buffer.from(random.token(32), 'base64url').toString('hex'),
        currency: country.currency,
        amounts: country.amounts,
        scale: country.amountScale,
      },
      speed: settings.speed,
      secrets: { pragmatic, smartsoft, bgaming },
    }
    const arcade = await runArcade(programs, { ...line, port: settings.port }).catch((error: unknown) => {
      if (settings.isFixed || !String(error).includes('EADDRINUSE')) throw error
      log.warn({ port: settings.port }, 'the port of the sandbox games is in use; they get another one')
      return runArcade(programs, { ...line, port: 0 })
    })
    knownPort = arcade.port
    return arcade
  }

  const started = (): Promise<Running> =>
    (running ??= start().catch((error: unknown) => {
      running = undefined
      throw error
    }))

  /** The address of the games for browsers; undefined if they cannot be started. */
  async function origin(): Promise<string | undefined> {
    try {
      const { port } = await started()
      return settings?.url === undefined ? `http://${hostname()}:${port}` : new URL(settings.url).origin
    } catch (error) {
      log.warn({ err: error }, 'the sandbox games could not be started')
      return undefined
    }
  }

  const launcherOf =
    (provider: string): Launcher =>
    async ({ game, token, mode, lang, player, returnUrl }) => {
      const at = await origin()
      if (at === undefined) return undefined
      const query = new URLSearchParams({
        ...{ game: `${provider}:${game}`, mode, lang, return_url: returnUrl },
        ...(token !== undefined && player !== undefined && { token, player }),
      })
      const { key } = await started()
      query.set('sig', createHmac('sha256', key).update(query.toString()).digest('hex'))
      return `${at}/play/${provider}/${game}?${query.toString()}`
    }

  return {
    isOn: settings !== undefined,
    launchers: new Map(settings ? providers.map((provider) => [provider, launcherOf(provider)] as const) : []),
    /** The address of the sandbox's sports page, which opens if no sports provider is configured. */
    sportsPage: async (): Promise<string | undefined> => {
      const at = settings && (await origin())
      return at === undefined ? undefined : `${at}/sports`
    },
    /** The origin that pages may show in a frame, for the Content-Security-Policy. */
    frameSource: (): string | undefined => {
      if (!settings) return undefined
      if (settings.url !== undefined) return new URL(settings.url).origin
      return `http://${hostname()}:${knownPort ?? settings.port}`
    },
    origin,
    close: async (): Promise<void> => (await running?.catch(() => undefined))?.close(),
  }
}

type Line = { readonly key: string; readonly port: number }

/**
 * Starts the arcade, or finds the one that another process of this port has started. The arcade's process.ts writes the line
 * that is read here.
 */
async function runArcade(programs: Programs, line: Line & object): Promise<Running> {
  const { given, answered, close } = await programs.run(program, line)
  const { port } = answered as { port: number }
  return { port, key: Buffer.from((given as Line).key, 'hex'), close }
}
