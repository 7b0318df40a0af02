import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's own folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The folder whose `node` comes first for everything the scripts start, whichever Node started the script itself. */
export const binFolder = join(root, 'node_modules', '.bin')

const windows = process.platform === 'win32'

/** Text like `1.4 s`, from a `process.hrtime.bigint()` taken at the start. */
export function since(start) {
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`
}

/** The environment for a child: this one, with the repository's own tools first on the PATH. */
export function environment(extra = {}) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [name]: `${binFolder}${delimiter}${process.env[name] ?? ''}`, ...extra }
}

/** The bundled Node when it is there, else the one this script runs on. */
export function nodePath() {
  const bundled = join(binFolder, 'node')
  return !windows && existsSync(bundled) ? bundled : process.execPath
}

/** How to start npm: the npm that runs this script when there is one, else the one on the PATH. */
export function npmCommand(args) {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli))
    return { command: process.execPath, args: [cli, ...args] }
  return { command: windows ? 'npm.cmd' : 'npm', args, shell: windows }
}

/**
 * Runs a command to its end and never rejects. With `quiet` its output is gathered and returned instead of shown.
 * `code` is 127 when the command could not be started at all, and 1 when a signal ended it.
 */
export function run(command, args, { cwd = root, env = environment(), quiet = false, shell = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, shell, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    const output = []
    child.stdout?.on('data', (piece) => output.push(piece))
    child.stderr?.on('data', (piece) => output.push(piece))
    const text = () => Buffer.concat(output).toString('utf8')
    const pass = (signal) => child.kill(signal)
    process.on('SIGINT', pass).on('SIGTERM', pass)
    const end = (code, said) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      done({ code, output: said })
    }
    child.once('error', (fault) => end(127, `${command}: ${fault.message}`))
    child.once('close', (code) => end(code ?? 1, text()))
  })
}
