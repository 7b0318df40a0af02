import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = new URL('../../../../.cache', import.meta.url).pathname
const outputMax = 64 * 1024 * 1024
const bootTries = 600
const pauseMs = 200

/** A booted systemd, what `Depends` of the package names, so that its installation needs no network, and what a machine with Debian has. */
const packages = 'systemd,systemd-sysv,dbus,ca-certificates,libatomic1,libstdc++6,libgcc-s1,passwd,util-linux,tzdata'

export const canMakeRoot =
  process.getuid?.() === 0 && ['mmdebstrap', 'systemd-nspawn', 'dpkg-deb'].every((one) => existsSync(`/usr/bin/${one}`))

export type DebianRoot = Awaited<ReturnType<typeof openDebianRoot>>

/** Makes a minimal Debian 12 in a new folder; the archive of the first time is kept in `.cache`. `boot` starts its systemd in a container. */
export async function openDebianRoot() {
  const archive = join(cache, 'debian-12.tar')
  if (!existsSync(archive)) {
    await mkdir(cache, { recursive: true })
    const args = ['--quiet', '--variant=minbase', '--format=tar', `--include=${packages}`, 'bookworm', `${archive}.new`]
    await run('mmdebstrap', args, { maxBuffer: outputMax })
    await run('mv', [`${archive}.new`, archive])
  }
  const folder = await mkdtemp(join('/var/tmp', 'nare-root-'))
  await run('tar', ['-C', folder, '-xf', archive])
  // The files of a package are not synced one by one: thousands of them take minutes on a busy disk.
  await writeFile(join(folder, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n')
  let container: ChildProcess | undefined
  let leader = 0

  const runs = () => container !== undefined && container.exitCode === null && container.signalCode === null

  /** Runs a command of the booted Debian to its end, as root. Never rejects. */
  async function runInside(...command: string[]): Promise<{ code: number; output: string }> {
    const enter = ['--target', `${leader}`, '--mount', '--uts', '--ipc', '--pid', '--root', '--wd', '--']
    const clean = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'DEBIAN_FRONTEND=noninteractive']
    return run('nsenter', [...enter, ...clean, ...command], { maxBuffer: outputMax }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      (error: { code?: number; stdout?: string; stderr?: string }) => ({
        code: typeof error.code === 'number' ? error.code : 1,
        output: `${error.stdout ?? ''}${error.stderr ?? ''}`,
      }),
    )
  }

  /** Runs a command that must succeed. Returns its output. */
  async function done(...command: string[]): Promise<string> {
    const { code, output } = await runInside(...command)
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}\n${output}`)
    return output
  }

  /** The first process of the container: a child of systemd-nspawn with the name systemd. */
  async function findLeader(pid: number): Promise<number> {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    for (const child of children.split(' ').filter(Boolean))
      if ((await readFile(`/proc/${child}/comm`, 'utf8').catch(() => '')).trim() === 'systemd') return Number(child)
    return 0
  }

  /** Boots it, with the network of this machine. False if this machine cannot do that. */
  async function boot(): Promise<boolean> {
    const options = ['--quiet', '--boot', '--register=no', '--keep-unit', '--directory', folder]
    container = spawn('systemd-nspawn', options, { stdio: 'ignore' })
    for (let tries = 0; tries < bootTries && runs(); tries++) {
      leader = await findLeader(container.pid ?? 0)
      const state = leader > 0 ? (await runInside('systemctl', 'is-system-running')).output.trim() : ''
      if (/^(running|degraded)$/.test(state)) return true
      await wait(pauseMs)
    }
    return false
  }

  async function again(end: () => unknown): Promise<boolean> {
    const ended = container && once(container, 'exit')
    await end()
    await ended
    return boot()
  }

  return {
    folder,
    boot,
    /** Its systemd stops everything, ends and is booted again. */
    reboot: () => again(() => runInside('systemctl', 'reboot')),
    /** All its processes end at once, as when a machine loses its power, and it is booted again. */
    losePower: () => again(() => process.kill(leader, 'SIGKILL')),
    run: runInside,
    done,
    install: (file: string) => done('apt-get', 'install', '-y', '--no-install-recommends', file),
    path: (inRoot: string) => join(folder, inRoot),
    put: (file: string, to: string) => copyFile(file, join(folder, to)),
    async write(to: string, text: string): Promise<void> {
      await mkdir(dirname(join(folder, to)), { recursive: true })
      await writeFile(join(folder, to), text)
    },
    async close(): Promise<void> {
      if (container && runs()) {
        const ended = once(container, 'exit')
        container.kill('SIGTERM')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
