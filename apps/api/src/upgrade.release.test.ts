import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { sandbox } from '@nare/contract/sandbox'
import { pick, slipOf } from '#testing/bets'
import { canMakeRoot, openDebianRoot, type DebianRoot } from '#testing/debian-root'
import { firstRelease, matchesOf, newestPackage, setPort } from '#testing/debian-package'
import { openServer, type Calls } from '#testing/two-servers'

/**
 * The package on a minimal Debian with its systemd: a first release with bets in it, the upgrade to this one under load, and the way back by
 * a restore. The first release is this one as 0.9.0 without two of its tables, which only popular picks and imported results use. Skipped,
 * and counted as skipped, where no such Debian can be made or booted. NARE_PACKAGE names a package that was built already.
 */
const withheld = ['0172-past-results.sql', '0174-popular.sql']
const bettors = 4
const settings = 'etc/nare/nare.env'
/** The highest exposure by `systemd-analyze security`, in tenths: 0 is closed, 100 open. */
const exposureMax = 35

describe.skipIf(!canMakeRoot)('the package', () => {
  let root: DebianRoot
  let folder: string
  let isBooted: boolean
  let version: string
  const port = 20_000 + 2 * randomInt(10_000)
  const calls: Calls = openServer(new URL(`http://127.0.0.1:${port}`))
  const people: { token: string }[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join('/var/tmp', 'nare-packages-'))
    const newest = await newestPackage()
    version = newest.version
    root = await openDebianRoot()
    await root.put(newest.file, 'opt/new.deb')
    await root.put(await firstRelease(newest, { folder, withheld }), 'opt/first.deb')
    await setPort(root, port)
    isBooted = await root.boot()
  }, 1_200_000)
  afterAll(async () => {
    await root?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  async function set(values: Record<string, string>): Promise<void> {
    const text = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
    await root.write(settings, `${await readFile(root.path(settings), 'utf8')}${text.join('')}`)
  }

  const ready = () => root.done('nare', 'doctor', '--ready')

  const needsBoot = (context: TestContext) => {
    if (!isBooted) context.skip('systemd-nspawn cannot boot here')
  }

  async function newBettor(): Promise<void> {
    const msisdn = `2547${randomInt(10_000_000, 100_000_000)}`
    const password = `Twiga-${randomInt(1e9)}`
    const name = `Amani ${randomInt(1e9)}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
    const made = await calls.call(identity.signup, { msisdn, password, name, date_of_birth: '1990-05-17', terms: true })
    expect(made.status).toBe(200)
    const { body } = await calls.call(sandbox.phone, { msisdn })
    const code = body.sms.findLast((message) => message.code !== undefined)?.code ?? ''
    const verified = await calls.call(identity.verify, { msisdn, code })
    await calls.call(sandbox.fund, { msisdn, amount: '1000000' })
    people.push({ token: verified.body.user.token })
  }

  const newMatches = () => matchesOf(calls)

  /** Bets of all bettors, each as soon as the one before is answered, until `end`, which returns the statuses that are not "placed". */
  function load(matches: readonly string[]) {
    const statuses: (number | string)[] = []
    let isOver = false
    const loops = people.map(async ({ token }) => {
      while (!isOver) {
        const on = matches[statuses.length % matches.length] ?? ''
        const answer = await calls.call(betting.place, slipOf([pick(on)], { stake: '20' }), token).catch(String)
        statuses.push(typeof answer === 'string' ? answer : answer.status)
      }
    })
    return {
      count: () => statuses.length,
      async grows() {
        const before = statuses.length
        await expect.poll(() => statuses.length, { timeout: 240_000 }).toBeGreaterThan(before + 100)
      },
      async end() {
        isOver = true
        await Promise.all(loops)
        return statuses.filter((status) => status !== 201)
      },
    }
  }

  const balances = () =>
    Promise.all(
      people.map(async ({ token }) => Number((await calls.call(identity.balance, {}, token)).body.user.balance)),
    )
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

  test('a first release is installed and takes bets; the upgrade under load with two processes fails no command', async (context) => {
    needsBoot(context)
    await root.install('/opt/first.deb')
    await set({
      ...{ PORT: String(port), PROCESSES: '2', BACKUP_DIR: '/var/backups/nare', ARCADE: 'off', FEED: 'none' },
      ...{ LIMIT_SESSION_MINUTE: '1000000', BET_QUEUE_MS: '60000', LOG_LEVEL: 'warn' },
    })
    await root.done('systemctl', 'restart', 'nare')
    await ready()
    for (let n = 0; n < bettors; n++) await newBettor()
    const matches = await newMatches()
    const before = sum(await balances())
    const bets = load(matches)
    await bets.grows()

    expect(await root.install('/opt/new.deb')).toContain(`Nare ${version} is installed beside 0.9.0, which runs on`)
    expect((await root.done('nare', 'version')).split('\n')[0]).toBe('0.9.0')
    const upgraded = await root.done('nare', 'upgrade')
    for (const name of withheld) expect(upgraded).toContain(name)
    await bets.grows()
    expect(await bets.end()).toEqual([])

    expect((await root.done('nare', 'version')).split('\n')[0]).toBe(version)
    expect(await root.done('nare', 'schema')).toContain('The schema is up to date')
    expect(before - sum(await balances())).toBe(20 * bets.count())
    await root.done('nare', 'verify', '--full')
    console.log(`${bets.count()} bets were placed while 0.9.0 became ${version}`)
  }, 1_200_000)

  test('systemd accepts every unit, those of pgBackRest too, and the jobs of the timers end well', async (context) => {
    needsBoot(context)
    for (const one of await readdir('packaging/pgbackrest'))
      if (/\.(service|timer)$/.test(one)) await root.put(join('packaging/pgbackrest', one), `etc/systemd/system/${one}`)
    await root.done('systemctl', 'daemon-reload')
    const units = ['/lib/systemd/system', '/etc/systemd/system'].map(async (folder) =>
      (await readdir(root.path(folder))).filter((name) => /^nare.*\.\w+$/.test(name)).map((name) => join(folder, name)),
    )
    const files = (await Promise.all(units)).flat().filter((name) => !name.endsWith('.d'))
    expect(files.length).toBe(11)
    expect(await root.done('systemd-analyze', 'verify', '--man=no', ...files)).toBe('')
    const jobs = ['backup', 'verify', 'retention'].map((job) => `nare-${job}.service`)
    for (const unit of ['nare.service', 'nare@1.service', ...jobs])
      await root.done('systemd-analyze', 'security', '--no-pager', `--threshold=${exposureMax}`, unit)
    for (const job of jobs) await root.done('systemctl', 'start', job)
    await root.done('systemctl', 'reload', 'nare')
    await ready()
  }, 1_200_000)

  test.for<[name: string, again: () => Promise<boolean>]>([
    ['a reboot', () => root.reboot()],
    ['a loss of power', () => root.losePower()],
  ])(
    'after %s under load the service is there by itself, with every bet that was answered',
    { timeout: 1_200_000 },
    async ([, again], context) => {
      needsBoot(context)
      const matches = await newMatches()
      const before = sum(await balances())
      let answered = 0
      const loops = people.map(async ({ token }) => {
        for (let n = 0; ; n++) {
          const slip = slipOf([pick(matches[n % matches.length] ?? '')], { stake: '20' })
          const answer = await calls.call(betting.place, slip, token).catch(() => undefined)
          if (answer?.status !== 201) return
          answered++
        }
      })
      await expect.poll(() => answered, { timeout: 240_000 }).toBeGreaterThan(100)
      expect(await again()).toBe(true)
      await Promise.all(loops)
      await ready()
      // A bet that was stored as everything ended has no answer: at most one of each bettor.
      const stored = (before - sum(await balances())) / 20
      expect(stored).toBeGreaterThanOrEqual(answered)
      expect(stored).toBeLessThanOrEqual(answered + bettors)
      await root.done('nare', 'verify', '--full')
      console.log(`${answered} bets were answered, ${stored} are stored`)
    },
  )

  test('the old release refuses the newer schema, and runs again on what was restored to the moment before the migrations', async (context) => {
    needsBoot(context)
    const log = await readFile(root.path('var/log/nare-upgrades.log'), 'utf8')
    const [moment = ''] = log.split(' ')
    await root.done('nare', 'stop')
    const refused = await root.run('nare', 'upgrade', '0.9.0', '--no-backup')
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('The schema is newer than this program')
    expect((await root.done('nare', 'version')).split('\n')[0]).toBe(version)

    const to = '/var/lib/nare/restored'
    const from = ['--from', '/var/backups/nare', '--keys', '/var/lib/nare']
    await root.done('nare', '--release', '0.9.0', 'restore', ...from, '--to', to, '--at', moment)
    const text = await readFile(root.path(settings), 'utf8')
    await root.write(settings, text.replace('DATA_DIR=/var/lib/nare', `DATA_DIR=${to}`).replace(/^BACKUP_DIR=.*$/m, ''))
    await root.done('nare', 'upgrade', '0.9.0', '--no-backup')
    expect((await root.done('nare', 'version')).split('\n')[0]).toBe('0.9.0')
    const bets = load(await newMatches())
    await bets.grows()
    expect(await bets.end()).toEqual([])
    await root.done('nare', 'verify', '--full')
  }, 1_200_000)
})
