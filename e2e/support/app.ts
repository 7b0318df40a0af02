import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type App = {
  readonly url: string
  /** Runs a command of the machine on the data of the app, such as `ledger-verify.ts`. Returns its exit code and output. */
  run(file: string, ...options: readonly string[]): Promise<{ code: number | null; output: string }>
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const listening = /Nare is listening on (https?:\/\/\S+)/
const startsInMs = 90_000
const stopsInMs = 20_000
const inheritedNames = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'TEMP', 'NODE_COMPILE_CACHE']

/**
 * Starts the app like an operator, with the sandbox on and only the matches that tests create; resolves when it listens.
 * `settings` are environment variables that override the defaults. The output of the app goes to `.cache/e2e-app.log`,
 * and into the error if the app does not start.
 */
export async function startApp(settings: Readonly<Record<string, string>> = {}): Promise<App> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nare-e2e-'))
  // The data folder that the tests of the API have left in the same run: its migrations need not run again.
  const prepared = process.env['PREPARED_DATA'] ?? ''
  if (existsSync(prepared)) await cp(prepared, dataDir, { recursive: true })
  await mkdir(join(root, '.cache'), { recursive: true })
  const inherited = Object.fromEntries(inheritedNames.map((name) => [name, process.env[name]]))
  const defaults = {
    ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SANDBOX: '1', FEED: 'none', LOG_LEVEL: 'warn' },
    // The tests of the API check the strength of password hashes.
    ARGON2_MEMORY_KIB: '1024',
  }
  const start = (file: string, options: readonly string[] = []) =>
    spawn(process.execPath, [`apps/api/src/${file}`, ...options], {
      cwd: root,
      env: { ...inherited, ...defaults, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const child = start('main.ts')
  const run: App['run'] = async (file, ...options) => {
    const command = start(file, options)
    let output = ''
    for (const stream of [command.stdout, command.stderr])
      stream.on('data', (piece: Buffer) => (output += String(piece)))
    const [code] = (await once(command, 'close')) as [number | null]
    return { code, output }
  }
  const stop = async () => {
    await end(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return { url: await addressOf(child), run, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  const log = createWriteStream(join(root, '.cache', 'e2e-app.log'))
  return new Promise((found, failed) => {
    let output = ''
    const fail = (why: string) => failed(new Error(`The app ${why}. Its output:\n${output || '(nothing)'}`))
    const late = setTimeout(() => fail(`did not listen within ${startsInMs / 1000} s`), startsInMs)
    const read = (piece: Buffer) => {
      log.write(piece)
      output = (output + piece.toString()).slice(-20_000)
      const url = listening.exec(output)?.[1]
      if (url === undefined) return
      clearTimeout(late)
      found(url.replace(/\/$/, ''))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', (fault) => fail(`could not be started: ${fault.message}`))
    child.once('close', (code) => {
      clearTimeout(late)
      fail(`ended with code ${code ?? 'none'} before it listened`)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), stopsInMs)
  await gone
  clearTimeout(late)
}
