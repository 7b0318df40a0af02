import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The folder whose `node` comes first on the PATH of every child process. */
const binFolder = join(root, 'node_modules', '.bin')

const windows = process.platform === 'win32'

/** Elapsed time like `1.4 s` since a `process.hrtime.bigint()`. */
export function since(start) {
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`
}

/** The environment of child processes: this one, with the repository's tools first on the PATH. */
export function environment(extra = {}) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [name]: `${binFolder}${delimiter}${process.env[name] ?? ''}`, ...extra }
}

/**
 * The environment of a test run. Its processes share a compile cache, so that each module is compiled once and the server starts with half
 * the processor time.
 */
export function testEnvironment(extra = {}) {
  const folder = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node')
  return environment({ NODE_COMPILE_CACHE: folder, ...extra })
}

/** The bundled Node if installed, else the one running this script. */
export function nodePath() {
  const bundled = join(binFolder, 'node')
  return !windows && existsSync(bundled) ? bundled : process.execPath
}

/** The command that starts npm: the npm running this script, else the one on the PATH. */
export function npmCommand(args) {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli))
    return { command: process.execPath, args: [cli, ...args] }
  return { command: windows ? 'npm.cmd' : 'npm', args, shell: windows }
}

/**
 * Runs a command to its end and never rejects. With `quiet` its output is returned instead of shown. `code` is 127 if the
 * command could not be started, and 1 if a signal ended it.
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
    const end = (code, output) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      done({ code, output: output })
    }
    child.once('error', (fault) => end(127, `${command}: ${fault.message}`))
    child.once('close', (code) => end(code ?? 1, text()))
  })
}
