import type { File } from './files.ts'
import { banned, faultAt, type Fault, type Rule } from './rule.ts'

const running = /^(apps\/[^/]+\/src|packages\/[^/]+\/src)\/.*\.tsx?$/
const linesMax = 300

function lengthFaults(file: File): Fault[] {
  if (!/\.(ts|tsx|mjs|sql|css)$/.test(file.path)) return []
  const lines = file.text.replace(/\n$/, '').split('\n').length
  return lines > linesMax ? [faultAt(file, 0, `has ${lines} lines`)] : []
}

const pathsFrozenByOthers = /(^|\/)(LICENSE|NOTICE|README|CONTRIBUTING|SECURITY|CHANGELOG|ARCHITECTURE|SPEC|Dockerfile)/
const defaultsAskedFor =
  /(^|\/)[\w.]+\.config\.ts$|^apps\/api\/src\/testing\/global-setup\.ts$|^e2e\/support\/server\.ts$/

function nameFaults(file: File): Fault[] {
  if (!/\.(ts|tsx|mjs|sql|css)$/.test(file.path)) return []
  const name = file.path.split('/').at(-1) ?? ''
  if (/^index\./.test(name)) return [faultAt(file, 0, 'is an index file')]
  if (pathsFrozenByOthers.test(file.path)) return []
  const kebab = file.path.split('/').every((part) => /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(part))
  return kebab ? [] : [faultAt(file, 0, 'is not in kebab-case')]
}

function defaultFaults(file: File): Fault[] {
  return defaultsAskedFor.test(file.path) ? [] : banned({ where: /\.tsx?$/, words: exportsDefault, tests: true })(file)
}

const exportsDefault = /^export default\b|^export \{[^}]*\bas default\b/gm

const anySource = /\.(ts|tsx|mjs|sql|css)$/
const widthInPx = /(?<!@container )\((?:min-|max-)?width ?(?::|[<>]=?) ?[\d.]+px/g

export const sourceRules: readonly Rule[] = [
  {
    name: 'rules are pure',
    reason: 'Same arguments, same result: a rule receives time, randomness and all other inputs as arguments.',
    find: banned({
      where: /^packages\/(money|bets|odds|league|games)\/src\//,
      words:
        /\bDate\.\w+|\bnew Date\b|\bperformance\.|\bMath\.random\b|\bcrypto\b|\bprocess\b|\bfetch\(|\bset(?:Timeout|Interval)\b|\bconsole\./g,
    }),
    wrong: [
      ['packages/money/src/a.ts', 'export const a = () => Date.now()'],
      ['packages/odds/src/a.ts', 'const chance = Math.random'],
      ['packages/bets/src/a.ts', "if (process.env['A']) b()"],
    ],
    right: [
      ['packages/odds/src/a.ts', '/** No Math.random here. */\nexport const a = (nowMs: number) => nowMs'],
      ['packages/odds/src/a.test.ts', 'const start = performance.now()'],
    ],
  },
  {
    name: 'the environment is read in one file',
    reason: 'env -> checked config (apps/api/src/config.ts) -> main.ts passes it on, so one file lists all settings.',
    find: banned({
      where: /^(apps|packages)\/.*\.(ts|tsx|mjs)$/,
      except: ['apps/api/src/config.ts', 'apps/bettor/vite.config.ts', 'apps/console/vite.config.ts'],
      words: /\bprocess\.env\b/g,
    }),
    wrong: [
      ['apps/api/src/platform/a.ts', 'const port = process.env.PORT'],
      ['packages/client/src/a.ts', "const url = process.env['URL']"],
    ],
    right: [['apps/api/src/config.ts', 'export const read = (env = process.env) => env']],
  },
  {
    name: 'the clock is read in one file',
    reason:
      'Business time is clock.now() or platform.now(): real time plus the offset that the sandbox sets. platform/postgres.ts waits for a server before there is a clock; each browser app has one browser.ts, and the service worker cannot use it; the arcade is a separate process.',
    find: banned({
      where: running,
      except: [
        'apps/api/src/platform/clock.ts',
        'apps/api/src/platform/postgres.ts',
        'apps/arcade/src/machine.ts',
        'apps/bettor/src/state/browser.ts',
        'apps/bettor/src/pwa/service-worker.ts',
        'apps/console/src/wire/browser.ts',
      ],
      words: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|\bprocess\.hrtime\b/g,
    }),
    wrong: [
      ['apps/api/src/modules/betting/a.ts', 'const at = Date.now()'],
      ['apps/bettor/src/frame/a.tsx', 'const at = new Date()'],
      ['packages/client/src/a.ts', 'open(performance.now)'],
    ],
    right: [
      ['apps/api/src/modules/betting/a.ts', 'const at = new Date(row.atMs) // not Date.now()'],
      ['apps/api/src/platform/clock.ts', 'const at = Date.now()'],
    ],
  },
  {
    name: 'chance comes from one file',
    reason:
      'platform/random.ts is the only source, so that draws can be checked. The cluster creates its password before that; each browser app has one browser.ts.',
    find: banned({
      where: running,
      except: [
        'apps/api/src/platform/random.ts',
        'apps/api/src/platform/postgres-cluster.ts',
        'apps/arcade/src/machine.ts',
        'apps/bettor/src/state/browser.ts',
        'apps/console/src/wire/browser.ts',
      ],
      words: /\bMath\.random\b|\brandom(?:Bytes|Int|UUID|FillSync)\b|\bgetRandomValues\b/g,
    }),
    wrong: [
      ['apps/api/src/modules/betting/a.ts', 'const chance = Math.random()'],
      ['apps/api/src/modules/identity/a.ts', "import { randomInt } from 'node:crypto'"],
      ['packages/client/src/a.ts', 'const id = crypto.randomUUID()'],
    ],
    right: [['apps/api/src/platform/random.ts', "import { randomInt } from 'node:crypto'"]],
  },
  {
    name: 'a field for a code has no maximum length',
    reason: 'A code is pasted with spaces, dashes or words around it; a maximum would cut it before it is read.',
    find: banned({
      where: /^apps\/.*\.tsx$/,
      words:
        /\bmaxLength\b(?=(?:(?!\/>)[^])*autoComplete="one-time-code")|autoComplete="one-time-code"(?:(?!\/>)[^])*?\bmaxLength\b/g,
    }),
    wrong: [
      ['apps/bettor/src/a.tsx', '<Field maxLength={6} autoComplete="one-time-code" />'],
      ['apps/console/src/a.tsx', '<Field autoComplete="one-time-code" maxLength={6} />'],
    ],
    right: [['apps/bettor/src/a.tsx', '<Field autoComplete="one-time-code" /> <Field maxLength={20} />']],
  },
  {
    name: 'a file is at most 300 lines',
    reason: 'A file contains one topic. A long migration can be split in two.',
    find: lengthFaults,
    wrong: [
      ['apps/api/src/a.ts', 'a()\n'.repeat(linesMax + 1)],
      ['db/migrations/0001-a.sql', 'select 1;\n'.repeat(linesMax + 1)],
    ],
    right: [
      ['apps/api/src/a.ts', 'a()\n'.repeat(linesMax)],
      ['docs/a.md', 'a\n'.repeat(900)],
    ],
  },
  {
    name: 'exports are named',
    reason:
      'A named export has the same name everywhere and can be searched for. Only tools that need a default export get one.',
    find: defaultFaults,
    wrong: [
      ['apps/bettor/src/a.tsx', 'export default function A() {}'],
      ['packages/ui/src/a.ts', 'export { a as default }'],
    ],
    right: [['vitest.config.ts', 'export default defineConfig({})']],
  },
  {
    name: 'file names are kebab-case and not index',
    reason: 'Import the file you mean: no index files. Kebab-case, because some disks cannot tell A from a.',
    find: nameFaults,
    wrong: [
      ['packages/ui/src/index.ts', ''],
      ['packages/ui/src/BetSlip.tsx', ''],
      ['apps/api/src/my_file.ts', ''],
    ],
    right: [['packages/ui/src/bet-slip.module.css', '']],
  },
  {
    name: 'nothing is left unfinished',
    reason: 'Unfinished work is an issue, not a comment; a skipped test gives its reason.',
    find: (file) => [
      ...banned({ where: anySource, except: ['scripts/tidy/'], words: skipped, tests: true })(file),
      ...marks(file),
    ],
    wrong: [
      ['apps/api/src/a.ts', '// TODO: later'],
      ['apps/bettor/src/a.css', '/* FIXME */'],
      ['packages/odds/src/a.test.ts', "test.only('a', () => {})"],
      ['packages/odds/src/a.test.ts', "test.skip('a', () => {})"],
      ['packages/odds/src/a.test.ts', 'context.skip()'],
    ],
    right: [
      [
        'packages/odds/src/a.test.ts',
        "context.skip(missing, 'the data is not in this clone')\ntest.skipIf(missing)('a', b)",
      ],
      ['apps/bettor/src/a.tsx', 'const todos = list.only'],
    ],
  },
  {
    name: 'the width of a screen is measured in em',
    reason:
      'Who doubles the text of the browser gets the layout of a screen half as wide, in which words are not broken.',
    find: banned({ where: /^(apps\/bettor|packages\/ui)\/.*\.(css|tsx?|html)$/, words: widthInPx, tests: true }),
    wrong: [
      ['apps/bettor/src/a.css', '@media (max-width: 699px) {}'],
      ['apps/bettor/src/a.tsx', "useMedia('(width >= 960px)')"],
    ],
    right: [['packages/ui/src/a.css', '@media (min-width: 60em) and (max-height: 480px) { a { min-width: 40px } }']],
  },
  {
    name: 'no file contains a private path',
    reason: 'The repository is self-contained: no path of the machine on which a line was written.',
    find: (file) => places(file),
    wrong: [
      ['docs/a.md', `see /${'work'}/main/notes`],
      ['apps/api/src/a.ts', `const file = '/${'home'}/somebody/data.csv'`],
      ['bench/a.ts', `const file = '/${'root'}/data.csv'`],
    ],
    right: [['docs/a.md', 'This will work/break. See https://example.org/home/page']],
  },
]

const skipped =
  /\b(?:test|it|describe)\.(?:only|todo|fixme)\(|\b(?:test|it|describe)\.skip\(\s*(['"`])[^\n]*?\1\s*,|\.skip\(\s*\)/g
const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/g
const privatePlace = /(?<![\w.:/-])\/(work|home|root|Users|farm)\/[\w-]+/g

function marks(file: File): Fault[] {
  if (!anySource.test(file.path) || file.path.startsWith('scripts/tidy/')) return []
  return [...file.text.matchAll(unfinished)].map((match) => faultAt(file, match.index, match[0]))
}

function places(file: File): Fault[] {
  if (file.path.startsWith('scripts/tidy/')) return []
  return [...file.text.matchAll(privatePlace)].map((match) => faultAt(file, match.index, match[0]))
}
