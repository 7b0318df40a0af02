import { isTest, type File } from './files.ts'
import { faultAt, type Fault, type Rule } from './rule.ts'

const areas = [
  'identity',
  'ledger',
  'payments',
  'catalog',
  'betting',
  'tickets',
  'jackpot',
  'league',
  'casino',
  'games',
  'boards',
  'returns',
  'bonus',
  'points',
  'promotions',
  'fantasy',
  'sms',
  'protection',
  'content',
  'notices',
  'report',
  'operator',
  'regulator',
  'complaints',
  'care',
  'aml',
  'rights',
]
const schemas = [...areas, 'platform', 'sandbox'].join('|')

const written = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?)\\s+(?:only\\s+)?(${schemas})\\.(\\w+)` +
    `|\\.(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"\`](${schemas})\\.(\\w+)`,
  'gi',
)
const readTables = new RegExp(
  `\\b(?:from|join|using)\\s+(?:only\\s+|lateral\\s+)?(${schemas})\\.(\\w+)` +
    `|\\.(?:selectFrom|(?:inner|left|right|full|cross)Join)\\(\\s*['"\`](${schemas})\\.(\\w+)`,
  'gi',
)
const ownTime =
  /\bcurrent_(?:timestamp|date|time)\b|\b(?:clock|statement|transaction)_timestamp\s*\(|(?<![.\w])now\s*\(\s*\)/gi

/** The tables of the schema betting that the area tickets owns: the schema is older than the area. */
const ticketTables = new Set([
  ...['bet', 'bet_block', 'settled', 'settled_reader', 'win_tax'],
  ...['bettor_summed', 'bettor_sum', 'bettor_open', 'bettor_lost'],
])
const ownerOfTable = (schema: string, table: string): string =>
  schema === 'betting' && ticketTables.has(table.toLowerCase()) ? 'tickets' : schema

/** The files whose statements join tickets with the legs, cash-outs or exposure of betting: two statements would be slower or race. */
const joinsTicketsAndLegs = new Set(
  [
    'betting/books/store',
    'betting/cash-out/rules-store',
    'betting/cash-out/store',
    'betting/house/ticket-store',
    'betting/leg-outcomes',
    'betting/leg-store',
    'betting/mistimed',
    'betting/placing/place-store',
    'betting/retention',
    'betting/same-matches',
    'betting/settling/settle-store',
    'tickets/list-store',
    'tickets/settled-feed',
    'tickets/topic-store',
    'tickets/verify',
    'tickets/verify-taxes',
  ].map((file) => `apps/api/src/modules/${file}.ts`),
)

/** The area whose tables a file may write; undefined if it may write none. */
function ownerOf(path: string): string | undefined {
  if (path.startsWith('apps/api/src/platform/')) return 'platform'
  if (path.startsWith('apps/api/src/sandbox/')) return 'sandbox'
  return /^apps\/api\/src\/modules\/([^/]+)\//.exec(path)?.[1]
}

function tableFaults(file: File, pattern: RegExp, alsoOf: readonly string[], does: string): Fault[] {
  if (!/^apps\/api\/src\/.*\.ts$/.test(file.path) || isTest(file.path)) return []
  const owner = ownerOf(file.path)
  return [...file.code.matchAll(pattern)].flatMap((match) => {
    const schema = (match[1] ?? match[3] ?? '').toLowerCase()
    const table = match[2] ?? match[4] ?? ''
    const isAllowed =
      ownerOfTable(schema, table) === owner ||
      alsoOf.includes(schema) ||
      (schema === 'betting' && joinsTicketsAndLegs.has(file.path))
    return isAllowed ? [] : [faultAt(file, match.index, `${does} ${schema}.${table}`)]
  })
}

function timeFaults(file: File): Fault[] {
  const inSql = /^db\/migrations\/.*\.sql$/.test(file.path)
  const inCode = /^apps\/api\/src\/.*\.ts$/.test(file.path) && !isTest(file.path)
  if (!inSql && !inCode) return []
  const pieces = inSql ? [[0, file.code] as const] : statements(file.code)
  return pieces.flatMap(([start, text]) =>
    [...text.matchAll(ownTime)]
      .filter(
        (match) =>
          !/function platform\.(?:(?:real_)?now\(\)|assert_in_time\(\w+ interval\))[^;]*$/.test(
            text.slice(0, match.index),
          ),
      )
      .map((match) => faultAt(file, start + match.index, match[0])),
  )
}

/** The texts of the sql templates, each with its position. */
function statements(code: string): (readonly [number, string])[] {
  return [...code.matchAll(/\b(?:sql(?:<[^`]*?>)?|queryRows?(?:<[^`]*?>)?\(\s*[\w.]+,?\s*\))`([^`]*)`/g)].map(
    (match) => [match.index + match[0].indexOf('`') + 1, match[1] ?? ''] as const,
  )
}

const betting = 'apps/api/src/modules/betting/a.ts'
const tickets = 'apps/api/src/modules/tickets/a.ts'

export const tableRules: readonly Rule[] = [
  {
    name: 'a module writes only its own schema',
    reason:
      'The folder of a file determines the rows that it may change. Call a use case of the other area and pass it the transaction.',
    find: (file) => tableFaults(file, written, [], 'writes'),
    wrong: [
      [betting, 'await sql`update ledger.account set balance = 0`.execute(tx)'],
      [betting, 'await sql`\n  insert into\n  catalog.match (id) values (1)`.execute(tx)'],
      [betting, 'await sql`delete from only ledger.entry`.execute(tx)'],
      [betting, 'await sql`truncate table ledger.entry`.execute(tx)'],
      [betting, "await tx.updateTable('ledger.account').execute()"],
      ['apps/api/src/app.ts', 'await sql`insert into betting.bet default values`.execute(db)'],
      [betting, 'await sql`update betting.bet set id = 2`.execute(tx)'],
      [tickets, 'await sql`delete from betting.leg`.execute(tx)'],
    ],
    right: [
      [betting, 'await sql`insert into betting.leg (id) values (1) on conflict do update set id = 2`.execute(tx)'],
      [tickets, 'await sql`update betting.bet set id = 2`.execute(tx)'],
      ['apps/api/src/modules/ledger/ledger.test.ts', 'await sql`update betting.bet set id = 5`.execute(db)'],
    ],
  },
  {
    name: "a module reads only its own schema and the platform's",
    reason: 'A table that others read cannot be changed. Call a query of the other area.',
    find: (file) => tableFaults(file, readTables, ['platform'], 'reads'),
    wrong: [
      [betting, 'await sql`select 1 from catalog.match`.execute(tx)'],
      [betting, 'await sql`select 1 from betting.leg l join ledger.account a on true`.execute(tx)'],
      [betting, 'await sql`select 1 from betting.bet`.execute(tx)'],
      [betting, "await tx.selectFrom('catalog.match as m').execute()"],
    ],
    right: [[betting, 'await sql`select platform.now() from betting.leg join platform.clock on true`.execute(tx)']],
  },
  {
    name: 'SQL reads the clock by platform.now()',
    reason: 'The sandbox moves one clock for SQL and TypeScript; a statement that reads another clock does not move.',
    find: timeFaults,
    wrong: [
      ['db/migrations/0002-a.sql', 'create table a.b (at timestamptz default now());'],
      [betting, 'await sql<{ at: Date }>`select current_timestamp as at`.execute(tx)'],
      [betting, 'await queryRow<{ at: Date }>(tx)`select current_timestamp as at`'],
    ],
    right: [
      ['db/migrations/0002-a.sql', 'create table a.b (at timestamptz default platform.now()); -- not now()'],
      ['db/migrations/0001-a.sql', 'create function platform.now() returns timestamptz return clock_timestamp();'],
      [
        'db/migrations/0019-a.sql',
        'create function platform.assert_in_time(a interval) returns void begin if clock_timestamp()',
      ],
      [betting, 'const at = now()'],
    ],
  },
]
