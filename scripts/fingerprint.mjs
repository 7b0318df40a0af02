import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const decidesInstall = [
  'name',
  'workspaces',
  'bin',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'overrides',
]

const shared = ['package-lock.json', 'scripts/compress-files.mjs', 'packages/money/src']
const packagesOfApps = ['packages/client/src', 'packages/ui/src', 'packages/contract/src']

const appSources = {
  bettor: [
    ...shared,
    'apps/bettor/index.html',
    'apps/bettor/package.json',
    'apps/bettor/vite.config.ts',
    'apps/bettor/vite-first-page.ts',
    'apps/bettor/vite-shell.ts',
    'apps/bettor/vite-worker.ts',
    'apps/bettor/lingui.config.ts',
    'apps/bettor/public',
    'apps/bettor/src',
    ...packagesOfApps,
    'packages/bets/src',
    'packages/odds/src',
  ],
  console: [
    ...shared,
    'apps/console/index.html',
    'apps/console/package.json',
    'apps/console/vite.config.ts',
    'apps/console/public',
    'apps/console/src',
    ...packagesOfApps,
  ],
}

/** A hash that changes when the packages to install change: the lockfile and the dependencies of each package.json. */
export async function lockFingerprint(root) {
  const hash = createHash('sha256')
  hash.update(await readFile(join(root, 'package-lock.json')))
  for (const path of await packageFiles(root)) {
    const asked = JSON.parse(await readFile(join(root, path), 'utf8'))
    hash.update(JSON.stringify([path, decidesInstall.map((field) => asked[field] ?? null)]))
  }
  return hash.digest('hex')
}

/** A hash that changes when a source of a built app ('bettor' or 'console') changes; tests are excluded. */
export async function appFingerprint(root, app) {
  const hash = createHash('sha256')
  for (const source of appSources[app]) {
    const paths = await filesOf(root, source)
    const contents = await Promise.all(paths.map((path) => readFile(join(root, path))))
    paths.forEach((path, at) => hash.update(`${path}\n${contents[at].length}\n`).update(contents[at]))
  }
  return hash.digest('hex')
}

async function packageFiles(root) {
  const paths = ['package.json']
  for (const folder of ['packages', 'apps']) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) paths.push(`${folder}/${entry.name}/package.json`)
    }
  }
  return paths.sort()
}

async function filesOf(root, source) {
  try {
    const entries = await readdir(join(root, source), { withFileTypes: true, recursive: true })
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
      .sort()
  } catch (fault) {
    if (fault.code === 'ENOTDIR') return [source]
    if (fault.code === 'ENOENT') return []
    throw fault
  }
}
