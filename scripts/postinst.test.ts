import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** The script that dpkg runs after it has unpacked the package, in a folder in place of the system; its `systemctl` writes down its words. */
async function machine() {
  const folder = await mkdtemp(join(tmpdir(), 'nare-postinst-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [bin, asked] = [join(folder, 'bin'), join(folder, 'asked')]
  for (const one of [bin, join(folder, 'run/systemd/system'), join(folder, 'usr/lib/nare/package')])
    await mkdir(one, { recursive: true })
  for (const command of ['getent', 'install', 'chown', 'chmod'])
    await writeFile(join(bin, command), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(bin, 'systemctl'), `#!/bin/sh\necho "$*" >> ${asked}\n`, { mode: 0o755 })
  const text = await readFile(new URL('../packaging/postinst', import.meta.url), 'utf8')
  return {
    /** Installs a version; returns what it asked of systemd, beside reading its files again. */
    async install(version: string): Promise<string[]> {
      await writeFile(asked, '')
      const script = text.replaceAll(/\/(usr|run|etc|var)\//g, `${folder}/$1/`).replaceAll('@VERSION@', version)
      const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
      execFileSync('sh', ['-c', script, 'postinst', 'configure'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      return (await readFile(asked, 'utf8')).split('\n').filter((line) => line !== '' && line !== 'daemon-reload')
    },
  }
}

test.skipIf(process.platform !== 'linux')(
  'the first package switches the server, its port and the timers on; a newer one, and the same again, nothing that is off',
  async () => {
    const { install } = await machine()
    const first = (await install('1.0.0')).join('\n')
    for (const unit of ['nare.socket', 'nare.service', 'nare-backup.timer'])
      expect(first).toMatch(new RegExp(`^enable .*${unit}`, 'm'))
    expect(first).toMatch(/^start nare\.socket$/m)
    expect(await install('1.1.0')).toEqual([])
    expect(await install('1.0.0')).toEqual(['try-restart nare.service nare@*.service'])
  },
)
