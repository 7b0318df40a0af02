// Builds dist/nare_<version>_<arch>.deb: the program with its packages, its Node and its PostgreSQL, a command, a service and timers. It needs
// dpkg-deb and npm, and no compiler. Files have the time of the last commit, so that the same commit gives the same package.
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { install } from './install.mjs'
import { licencesText } from './licences.ts'
import { settingsFile } from './settings-file.ts'
import { root, run, since } from './tools.mjs'

// With `--program <folder>` only the program is put into that folder, as for an image.

const start = process.hrtime.bigint()
const architectures = { x64: 'amd64', arm64: 'arm64' }
/** What of the repository a running server needs, beside what was built. */
const needed = [
  'apps/api/src',
  'apps/api/package.json',
  'apps/arcade',
  'apps/bettor/package.json',
  'apps/console/package.json',
  'packages',
  'db/migrations',
  'content',
  'docs',
  'packaging/pgbackrest',
  'packaging/proxies',
  'packaging/watching',
  'package.json',
  'package-lock.json',
  'LICENSE',
  'SECURITY.md',
  'NOTICE',
  'CHANGELOG.md',
]
const built = ['apps/bettor/dist', 'apps/console/dist']
const isTest = (file) =>
  /\.test\.[a-z]+$|^apps\/api\/src\/testing\/|^docs\/(screenshots|decisions|\.vitepress)\/|^docs\/package/.test(file)

async function main() {
  const [option, folder] = process.argv.slice(2)
  if (option === '--program' && folder !== undefined) return program(folder)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const architecture = architectures[process.arch]
  if (process.platform !== 'linux' || architecture === undefined)
    throw new Error('The package is built on Linux, for amd64 or arm64')
  const name = `nare_${version}_${architecture}`
  // A folder of its own, because several builds may run at the same time.
  await mkdir(join(root, 'dist'), { recursive: true })
  const stage = await mkdtemp(join(root, 'dist', `${name}-`))
  await build(stage, { name, version, architecture }).finally(() => rm(stage, { recursive: true }))
}

async function build(stage, { name, version, architecture }) {
  await program(join(stage, 'usr/lib/nare/package'))
  await system(stage)
  await control(stage, { version, architecture })
  // Whatever the umask of the builder: the user nare reads the program, and the same commit gives the same package.
  await must('chmod', ['-R', 'u=rwX,go=rX', stage])
  await chmod(join(stage, 'etc/nare/nare.env'), 0o640)
  await setTimes(stage)
  const file = join(root, 'dist', `${name}.deb`)
  await must('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--build', stage, `${stage}.part`], {
    SOURCE_DATE_EPOCH: await lastCommit(),
  })
  await rename(`${stage}.part`, file)
  console.log(`${file} in ${since(start)}`)
}

/** The program and its packages. */
async function program(folder) {
  const files = (await must('git', ['ls-files', '-z', ...needed])).split('\0').filter((file) => file && !isTest(file))
  await Promise.all(files.map((file) => copy(join(root, file), join(folder, file))))
  await Promise.all(built.map((file) => cp(join(root, file), join(folder, file), { recursive: true })))
  console.log(`  ${files.length} files; installing the packages`)
  await install(folder, { present: false, dev: false })
  const node = (await readdir(join(folder, 'node_modules'))).find((one) => /^node-linux-/.test(one))
  if (node === undefined) throw new Error('npm has not installed node-linux-…, the Node of the package')
  await symlink(`node_modules/${node}/bin/node`, join(folder, 'node'))
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), licencesText(folder))
}

/** The command, the settings and the units. */
async function system(stage) {
  const own = (file) => join(root, 'packaging', file)
  await copy(own('nare'), join(stage, 'usr/bin/nare'))
  await chmod(join(stage, 'usr/bin/nare'), 0o755)
  for (const unit of (await readdir(join(root, 'packaging'))).filter((file) => /\.(service|socket|timer)$/.test(file)))
    await copy(own(unit), join(stage, 'lib/systemd/system', unit))
  for (const unit of ['nare@', 'nare-backup', 'nare-verify', 'nare-retention'])
    await copy(own('job.conf'), join(stage, `lib/systemd/system/${unit}.service.d/nare.conf`))
  await mkdir(join(stage, 'etc/nare'), { recursive: true })
  await writeFile(join(stage, 'etc/nare/nare.env'), await settingsFile(root))
}

async function control(stage, { version, architecture }) {
  const folder = join(stage, 'DEBIAN')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'control'),
    `Package: nare
Version: ${version}
Architecture: ${architecture}
Maintainer: The Nare project <nare@localhost>
Section: net
Priority: optional
Depends: libc6, libatomic1, libstdc++6, libgcc-s1, ca-certificates, passwd, util-linux
Recommends: tzdata
Description: Sports betting with mobile money, self-hosted
 A server for sports betting, a virtual football league, jackpots, casino and
 crash games, with its own Node and PostgreSQL.
`,
  )
  await writeFile(join(folder, 'conffiles'), '/etc/nare/nare.env\n')
  for (const script of ['postinst', 'prerm', 'postrm']) {
    const text = await readFile(join(root, 'packaging', script), 'utf8')
    await writeFile(join(folder, script), text.replaceAll('@VERSION@', version), { mode: 0o755 })
  }
}

async function copy(from, to) {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to)
}

const lastCommit = async () => (await must('git', ['log', '-1', '--format=%ct'])).trim()

async function setTimes(stage) {
  await must('find', [stage, '-exec', 'touch', '-h', '-d', `@${await lastCommit()}`, '{}', '+'])
}

async function must(command, args, env = {}) {
  const done = await run(command, args, { quiet: true, env: { ...process.env, ...env } })
  if (done.code !== 0) throw new Error(`${command}: ${done.output.trim()}`)
  return done.output
}

await main().catch((fault) => {
  console.error(fault.message)
  process.exit(1)
})
