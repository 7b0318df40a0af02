import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sandbox } from '@nare/contract/sandbox'
import type { DebianRoot } from './debian-root.ts'
import type { Calls } from './two-servers.ts'

const run = promisify(execFile)

/** The Debian package of this tree, and its version. NARE_PACKAGE names one that was built already. */
export async function newestPackage(): Promise<{ file: string; version: string }> {
  const file = process.env['NARE_PACKAGE'] ?? (await build())
  return { file, version: (await run('dpkg-deb', ['-f', file, 'Version'])).stdout.trim() }
}

async function build(): Promise<string> {
  await run(process.execPath, ['scripts/package.mjs'], { maxBuffer: 1e9 })
  const built = (await readdir('dist')).filter((name) => name.endsWith('.deb')).sort()
  return join('dist', built.at(-1) ?? '')
}

/** The same package as version 0.9.0, in a folder, without some of its migrations. */
export async function firstRelease(
  { file, version }: { file: string; version: string },
  { folder, withheld = [] }: { folder: string; withheld?: readonly string[] },
): Promise<string> {
  const stage = join(folder, 'stage')
  await run('dpkg-deb', ['-R', file, stage])
  for (const name of ['DEBIAN/control', 'DEBIAN/postinst', 'usr/lib/nare/package/package.json']) {
    const text = await readFile(join(stage, name), 'utf8')
    await writeFile(join(stage, name), text.replaceAll(version, '0.9.0'))
  }
  for (const name of withheld) await rm(join(stage, 'usr/lib/nare/package/db/migrations', name))
  const first = join(folder, 'first.deb')
  await run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', stage, first])
  await rm(stage, { recursive: true })
  return first
}

/** Sets the port of the single server, which the package starts first: another program of this machine may use 3000. */
export async function setPort(root: DebianRoot, port: number): Promise<void> {
  const units = 'etc/systemd/system'
  await root.write(`${units}/nare.socket.d/port.conf`, `[Socket]\nListenStream=\nListenStream=127.0.0.1:${port}\n`)
  await root.write(`${units}/nare.service.d/port.conf`, `[Service]\nEnvironment=PORT=${port}\n`)
}

/** Enough matches of tomorrow for bets under load: one alone would reach its maximum liability. */
export const matchesOf = ({ call }: Pick<Calls, 'call'>): Promise<string[]> =>
  Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const made = await call(sandbox.createMatch, {
        ...{ sport_id: '79', competition_name: 'Cup', home_team: `Simba ${n}`, away_team: `Chui ${n}` },
        ...{ home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60' },
        start_time: new Date(Date.now() + 24 * 3_600_000).toISOString(),
      })
      return made.body.match_id
    }),
  )
