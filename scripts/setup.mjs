// Prepares a clone: installs from the lockfile if packages are missing or stale, and with --build builds the apps whose
// sources changed. It runs before anything is installed, so it uses only Node 20 or later.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appFingerprint, lockFingerprint } from './fingerprint.mjs'
import { install, matchesLock } from './install.mjs'
import { environment, npmCommand, root, run, since } from './tools.mjs'

const packagesStamp = join(root, 'node_modules', '.nare-setup.json')

async function main() {
  await packages()
  if (!process.argv.includes('--build')) return
  await build('bettor', 'the app')
  await build('console', 'the console')
}

async function packages() {
  const fingerprint = await lockFingerprint(root)
  const platform = `${process.platform}-${process.arch}`
  const stamp = await stampOf(packagesStamp)
  if (stamp.fingerprint === fingerprint && stamp.platform === platform) return
  const start = process.hrtime.bigint()
  const present = await matchesLock(root)
  if (!present) log('Installing the packages of package-lock.json (about a minute the first time)')
  await install(root, { present, ...(present ? {} : { waiting: logProgress(start) }) })
  await writeFile(packagesStamp, JSON.stringify({ fingerprint, platform }))
  if (!present) log(`Installed in ${since(start)}`)
}

async function build(app, name) {
  const buildStamp = join(root, 'apps', app, 'dist', '.nare-build.json')
  const fingerprint = await appFingerprint(root, app)
  if ((await stampOf(buildStamp)).fingerprint === fingerprint) return
  const start = process.hrtime.bigint()
  log(`Building ${name}`)
  const { command, args, shell } = npmCommand(['run', '--silent', 'build', '-w', `@nare/${app}`])
  const stop = logProgress(start)
  const built = await run(command, args, { quiet: true, shell, env: environment({ NO_COLOR: '1' }) })
  stop()
  if (built.code !== 0) throw new Error(`${app} could not be built:\n${built.output.trim()}`)
  await writeFile(buildStamp, JSON.stringify({ fingerprint }))
  log(`Built in ${since(start)}`)
}

/** Logs progress every ten seconds until the returned function is called. */
function logProgress(start) {
  const timer = setInterval(() => log(`  Still working after ${since(start)}`), 10_000)
  return () => clearInterval(timer)
}

async function stampOf(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return {}
  }
}

function log(line) {
  console.log(line)
}

try {
  await main()
} catch (fault) {
  console.error(`\n${fault.message}\n`)
  process.exit(1)
}
