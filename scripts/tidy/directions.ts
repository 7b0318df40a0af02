import { isTest, type File, type Import } from './files.ts'
import { banned, faultAt, importFaults, type Fault, type Rule } from './rule.ts'

/** The imports that each package may have: packages of this repository, and packages from outside. */
const packages: Readonly<Record<string, { own: readonly string[]; outside: readonly string[] | 'any' }>> = {
  money: { own: [], outside: [] },
  bets: { own: ['money'], outside: [] },
  odds: { own: ['money', 'bets'], outside: [] },
  fair: { own: [], outside: ['@noble'] },
  league: { own: ['money', 'bets', 'odds', 'fair'], outside: [] },
  games: { own: ['money', 'fair'], outside: [] },
  jackpot: { own: ['money', 'fair'], outside: [] },
  fantasy: { own: ['money', 'fair'], outside: [] },
  contract: { own: ['money'], outside: ['zod'] },
  client: { own: ['contract', 'money'], outside: 'any' },
  ui: { own: ['contract', 'money'], outside: 'any' },
}

const modules = 'apps/api/src/modules/'
const areaOf = (path: string): string | undefined =>
  path.startsWith(modules) ? path.slice(modules.length).split('/')[0] : undefined

function packageFaults(file: File): Fault[] {
  const name = /^packages\/([^/]+)\/src\//.exec(file.path)?.[1]
  if (name === undefined) return []
  const may = packages[name]
  if (may === undefined) return [faultAt(file, 0, `the package ${name} is not in the list of directions`)]
  return importFaults(file, ({ target }) => {
    const imported = /^packages\/([^/]+)\//.exec(target)?.[1]
    if (imported !== undefined) return imported === name || may.own.includes(imported)
    if (target.startsWith('apps/')) return false
    return isTest(file.path) || may.outside === 'any' || may.outside.some((scope) => target.split('/')[0] === scope)
  })
}

function appFaults(file: File): Fault[] {
  const name = /^apps\/([^/]+)\//.exec(file.path)?.[1]
  if (name === undefined) return []
  return importFaults(file, ({ target }) => !target.startsWith('apps/') || target.startsWith(`apps/${name}/`))
}

/** Areas with subfolders. A subfolder is imported through `<name>/<name>.ts` or `<name>/routes.ts`. */
const areasWithSubfolders = new Set(['casino', 'games', 'identity', 'league', 'payments'])

/** The subfolder of a file as "identity/sessions"; undefined for files of the area's top level and for its test support. */
function subfolderOf(path: string): string | undefined {
  const [area = '', subfolder = '', file] = path.startsWith(modules) ? path.slice(modules.length).split('/') : []
  return file !== undefined && subfolder !== 'testing' && areasWithSubfolders.has(area)
    ? `${area}/${subfolder}`
    : undefined
}

function subfolderFaults(file: File): Fault[] {
  const [area, subfolder] = [areaOf(file.path), subfolderOf(file.path)]
  return importFaults(file, ({ target }) => {
    const to = subfolderOf(target)
    if (to === undefined || to === subfolder) return true
    const name = to.slice(to.indexOf('/') + 1)
    const isEntry = target === `${modules}${to}/${name}` || target === `${modules}${to}/routes`
    return areaOf(target) === area && (isEntry || isTest(file.path))
  })
}

/** The areas from the lowest to the highest. Each imports only areas before it. */
const areasUpwards = (
  'settings catalog ledger identity protection bonus payments tickets betting jackpot league games casino sms ' +
  'risk returns points report boards fantasy content notices promotions print statement complaints care rights regulator aml ' +
  'console operator'
).split(' ')

function areaFaults(file: File): Fault[] {
  const height = (path: string): number => areasUpwards.indexOf(areaOf(path) ?? '')
  if (areaOf(file.path) === undefined || isTest(file.path)) return []
  if (height(file.path) === -1) return [faultAt(file, 0, 'the area is not in the list of areas')]
  return importFaults(file, ({ target }) => areaOf(target) === undefined || height(target) <= height(file.path))
}

function moduleFaults(file: File): Fault[] {
  if (!file.path.startsWith('apps/api/src/') || file.path.startsWith('apps/api/src/testing/')) return []
  const from = areaOf(file.path)
  return importFaults(file, ({ target }) => {
    const to = areaOf(target)
    if (to === undefined || to === from) return true
    if (target === `${modules}${to}/${to}`) return true
    return from === undefined && !/(^|[/-])store(-|$)/.test(target.slice(modules.length + to.length))
  })
}

function platformFaults(file: File): Fault[] {
  if (!file.path.startsWith('apps/api/src/platform/') || isTest(file.path)) return []
  const known = /^apps\/api\/src\/(platform|config)/
  return importFaults(file, ({ target }) => !target.startsWith('apps/') || known.test(target))
}

/** The folders and files of an app that combine features. Nothing below imports them. */
const composing = /^(frame|screens|routes|app|main)(\/|$)/

function featureFaults(file: File): Fault[] {
  const [, app, path = ''] = /^apps\/(bettor|console)\/src\/(.*)/.exec(file.path) ?? []
  if (app === undefined || isTest(file.path) || composing.test(path.replace(/\.tsx?$/, ''))) return []
  const feature = /^features\/[^/]+\//.exec(path)?.[0]
  return importFaults(file, ({ target }) => {
    const to = target.startsWith(`apps/${app}/src/`) ? target.slice(`apps/${app}/src/`.length) : ''
    return !composing.test(to) && (!to.startsWith('features/') || (feature !== undefined && to.startsWith(feature)))
  })
}

const sandbox = 'apps/api/src/sandbox/'

function sandboxFaults(file: File): Fault[] {
  if (!file.path.startsWith('apps/') || file.path.startsWith(sandbox) || isTest(file.path)) return []
  return importFaults(
    file,
    (found) => !found.target.startsWith(sandbox) || found.how === 'type' || conditional(file, found),
  )
}

/** Whether an import is an `import()` at the start of the process, within five lines of a check that the sandbox is on. */
function conditional(file: File, found: Import): boolean {
  if (found.how !== 'dynamic' || !/^apps\/api\/src\/[^/]+\.ts$/.test(file.path)) return false
  const before = file.code.slice(0, found.at).split('\n').slice(-5).join('\n')
  return /\bif \([^)]*sandbox|sandbox\w*\s*(\?|&&)/i.test(before)
}

export const directionRules: readonly Rule[] = [
  {
    name: 'packages import downwards',
    reason:
      'money <- bets <- odds are pure and import nothing else; contract imports money and zod; no package imports an app.',
    find: packageFaults,
    wrong: [
      ['packages/money/src/a.ts', "import { b } from '@nare/bets/b'"],
      ['packages/bets/src/a.ts', "import { b } from '@nare/odds/b'"],
      ['packages/odds/src/a.ts', "import * as z from 'zod/mini'"],
      ['packages/odds/src/a.ts', "import { readFileSync } from 'node:fs'"],
      ['packages/contract/src/a.ts', "import { b } from '@nare/bets/b'"],
      ['packages/contract/src/a.ts', "import type { FastifyReply } from 'fastify'"],
      ['packages/client/src/a.ts', "import { b } from '../../../apps/bettor/src/b.ts'"],
      ['packages/ui/src/a.tsx', "import { b } from '@nare/api/b'"],
      ['packages/extra/src/a.ts', 'export const a = 1'],
    ],
    right: [
      ['packages/odds/src/a.ts', "import { b } from '@nare/bets/b'\nimport { c } from './c.ts'"],
      ['packages/odds/src/a.test.ts', "import { test } from 'vitest'"],
      ['packages/contract/src/a.ts', "import * as z from 'zod/mini'"],
      ['packages/ui/src/a.tsx', "import { useId } from 'react'"],
    ],
  },
  {
    name: 'apps do not import each other',
    reason: 'Apps are deployed separately. Code that two apps need belongs in a package.',
    find: appFaults,
    wrong: [
      ['apps/bettor/src/a.ts', "import { b } from '@nare/api/b'"],
      ['apps/api/src/a.ts', "import { b } from '../../bettor/src/b.ts'"],
    ],
    right: [['apps/api/src/a.ts', "import { b } from '#platform/b'"]],
  },
  {
    name: 'a module is imported through its <area>.ts',
    reason: 'Other modules call the use cases of an area, never its tables or parts. Only the area imports its store.',
    find: moduleFaults,
    wrong: [
      ['apps/api/src/modules/betting/a.ts', "import { b } from '#modules/ledger/store'"],
      ['apps/api/src/modules/betting/a.ts', "import type { B } from '../catalog/offers.ts'"],
      ['apps/api/src/app.ts', "import { b } from '#modules/ledger/store'"],
      ['apps/api/src/sandbox/a.ts', "import { b } from '#modules/identity/store'"],
    ],
    right: [
      [
        'apps/api/src/modules/betting/a.ts',
        "import { b } from '#modules/ledger/ledger'\nimport { c } from './store.ts'",
      ],
      ['apps/api/src/app.ts', "import { b } from '#modules/ledger/routes'"],
    ],
  },
  {
    name: 'areas import downwards',
    reason:
      'areasUpwards lists the areas from the lowest to the highest. A use case that needs a higher area belongs in an area above both, as the statement is above ledger and betting.',
    find: areaFaults,
    wrong: [
      ['apps/api/src/modules/ledger/a.ts', "import type { B } from '#modules/betting/betting'"],
      ['apps/api/src/modules/extra/a.ts', 'export const a = 1'],
    ],
    right: [
      [
        'apps/api/src/modules/statement/a.ts',
        "import type { B } from '#modules/betting/betting'\nimport { c } from './c.ts'",
      ],
      ['apps/api/src/modules/ledger/a.test.ts', "import { B } from '#modules/betting/betting'"],
    ],
  },
  {
    name: 'a subfolder of a module is imported through its main file',
    reason: 'The rest of an area imports <name>.ts or routes.ts of a subfolder; other areas import only <area>.ts.',
    find: subfolderFaults,
    wrong: [
      ['apps/api/src/modules/identity/recovery/a.ts', "import { b } from '../sessions/devices.ts'"],
      ['apps/api/src/modules/identity/identity.ts', "import type { B } from './messages/outbox.ts'"],
      ['apps/api/src/modules/operator/a.ts', "import { b } from '#modules/identity/kyc/kyc'"],
      ['apps/api/src/app.ts', "import { b } from '#modules/identity/messages/messages'"],
    ],
    right: [
      [
        'apps/api/src/modules/identity/recovery/a.ts',
        "import { b } from '../sessions/sessions.ts'\nimport { c } from './c.ts'\nimport { d } from '../store.ts'",
      ],
      ['apps/api/src/modules/identity/routes.ts', "import { b } from './kyc/routes.ts'"],
      ['apps/api/src/modules/identity/identity.test.ts', "import { b } from './sessions/session-tokens.ts'"],
      ['apps/api/src/modules/catalog/a.ts', "import type { B } from './feeds/port.ts'"],
    ],
  },
  {
    name: 'the platform imports no area',
    reason: 'Every module depends on platform/; an import of a module would be a cycle.',
    find: platformFaults,
    wrong: [
      ['apps/api/src/platform/a.ts', "import { b } from '#modules/ledger/ledger'"],
      ['apps/api/src/platform/a.ts', "import type { B } from '../sandbox/b.ts'"],
    ],
    right: [['apps/api/src/platform/a.ts', "import { b } from './b.ts'\nimport { c } from '@nare/contract/c'"]],
  },
  {
    name: 'features do not import each other, and nothing below imports a feature',
    reason:
      'routes.tsx, screens/ and frame/ put features together and no feature imports them; what two features show belongs in a shared folder of the app or in packages/ui.',
    find: featureFaults,
    wrong: [
      ['apps/bettor/src/features/betting/a.tsx', "import { B } from '../catalog/b.tsx'"],
      ['apps/bettor/src/features/catalog/a.tsx', "const b = () => import('../betting/b.tsx')"],
      ['apps/bettor/src/state/a.ts', "import type { B } from '../features/betting/b.ts'"],
      ['apps/bettor/src/odds/a.tsx', "import { B } from '../features/betting/b.tsx'"],
      ['apps/bettor/src/features/betting/a.tsx', "import { B } from '../../frame/b.tsx'"],
      ['apps/bettor/src/i18n/a.ts', "import { b } from '../routes.tsx'"],
    ],
    right: [
      ['apps/bettor/src/routes.tsx', "import { B } from './features/catalog/b.tsx'"],
      ['apps/bettor/src/frame/a.tsx', "const b = () => import('../features/betting/b.tsx')"],
      ['apps/bettor/src/features/betting/a.tsx', "import { B } from './b.tsx'\nimport { c } from '../../i18n/c.ts'"],
    ],
  },
  {
    name: 'the sandbox is loaded only conditionally',
    reason: 'Sandbox code never loads in production: main.ts and app.ts load it with import() if the sandbox is on.',
    find: sandboxFaults,
    wrong: [
      ['apps/api/src/app.ts', "import { b } from '#sandbox/b'"],
      ['apps/api/src/app.ts', "const { b } = await import('#sandbox/b')"],
      ['apps/api/src/modules/catalog/a.ts', "if (config.sandbox) await import('#sandbox/b')"],
    ],
    right: [
      ['apps/api/src/app.ts', "if (config.sandbox) {\n  const { b } = await import('#sandbox/b')\n}"],
      ['apps/api/src/app.ts', "import type { B } from '#sandbox/b'"],
    ],
  },
  {
    name: 'databases are connected to in one place',
    reason:
      'platform/db-client.ts finds the primary among the hosts of DATABASE_URL; a client of the driver can stay connected to a standby. servers.ts connects to each host.',
    find: banned({
      where: /^apps\/api\/src\/(?!testing\/)/,
      except: ['apps/api/src/platform/servers.ts'],
      words: /\bnew pg\.Client\b|\bnew Client\(/g,
    }),
    wrong: [['apps/api/src/modules/identity/a.ts', 'const client = new pg.Client(connection)']],
    right: [
      ['apps/api/src/platform/a.ts', 'const client = new DbClient(connection)'],
      ['apps/api/src/platform/a.test.ts', 'const client = new pg.Client(connection)'],
    ],
  },
  {
    name: 'no statement sleeps',
    reason: 'A statement that sleeps holds its connection. Wait in Node, and ask again.',
    find: banned({ where: /^apps\/api\/src\//, words: /\bpg_sleep\w*/g }),
    wrong: [['apps/api/src/platform/follow-feed.ts', 'await sql`select pg_sleep(5)`.execute(db)']],
    right: [['apps/api/src/platform/a.test.ts', 'await sql`select pg_sleep(1)`.execute(db)']],
  },
  {
    name: 'modules cannot use the replica',
    reason:
      'Money is decided on the primary. Only the server, by the list in old-reads.ts, lets a call read data that may be old; a module cannot request it.',
    find: banned({
      where: /^apps\/api\/src\/(modules|sandbox|country)\//,
      words: /#platform\/(?:reads|replica)['"]|\bold-reads\b|\bmayBeOld\b/g,
    }),
    wrong: [
      ['apps/api/src/modules/betting/placing/place.ts', "import { openReplica } from '#platform/replica'"],
      ['apps/api/src/modules/ledger/a.ts', "import type { Reads } from '#platform/reads'"],
    ],
    right: [['apps/api/src/old-reads.ts', "import { openReads } from '#platform/reads'"]],
  },
]
