import { openSearchList } from '@nare/api/modules/catalog/search-list'
import { searchText } from '@nare/api/platform/search-text'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'

/**
 * `npm run bench search`: processor time of searches among 10,000 matches on offer, 40,000 names in all: those of 20,000 sides, of the matches'
 * 10,000 competitions, and of the countries in them. The texts are names, beginnings of names, names with two letters swapped, and parts that
 * most names have. Compared with finding the text in every name by `includes`, which knows no typos and no order.
 */
const matchCount = 10_000
const textCount = 600
const warmUp = 200
const seed = 42

let state = seed
const random = (below: number): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
const syllables =
  'ka mo ri ton ville ham ber lin san tos gor ma hia chel sea ars nal real drid bay ern ju ven tus por to ben fi ca aj ax de ti vo uni ted ci ty spor ting ath le co'.split(
    ' ',
  )
const countries = ['England', 'Kenya', 'Germany', 'Spain', 'Brazil', 'Tanzania', 'Nigeria', 'Ghana']
const word = (): string => Array.from({ length: 2 + random(3) }, () => pick(syllables)).join('')
const newName = (): string => Array.from({ length: 1 + random(3) }, word).join(' ')

const competitions = Array.from({ length: matchCount }, (_, n) => {
  const [country, name] = [pick(countries), `${newName()} League`]
  return [`c${n}`, '79', country, name, n, searchText(country, name)] as const
})
const sides = Array.from({ length: 2 * matchCount }, newName)
const matches = Array.from({ length: matchCount }, (_, n) => {
  const words = searchText(sides[2 * n] ?? '', sides[2 * n + 1] ?? '')
  return [n + 1, 100_000 + n, `c${random(matchCount)}`, 4e15, false, words] as const
})

function typed(n: number): string {
  const name = searchText(pick(sides))
  const [first = ''] = name.split(' ')
  const swapped = `${first.slice(0, 2)}${first[3] ?? ''}${first[2] ?? ''}${first.slice(4)}`
  const common = ['ma', 'ti', 'un', 'sa', 'se', 'england', 'league', 'united city', 'real madrid sporting club']
  return [name, first, first.slice(0, 3), swapped, pick(common)][n % 5] ?? name
}

/** A database whose every answer is the list. */
class ListDriver extends DummyDriver {
  override async acquireConnection() {
    const rows = [{ hash: 'list', list: JSON.stringify({ competitions, matches }) }]
    const connection = await super.acquireConnection()
    return { ...connection, executeQuery: async <R>() => ({ rows: rows as R[] }) }
  }
}
const db = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ListDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const names = openSearchList({ db, clock: { now: () => 1e12 } as Parameters<typeof openSearchList>[0]['clock'] })
const all = [...competitions, ...matches].map((row) => row[5])
const works: Readonly<Record<string, (text: string) => unknown>> = {
  'includes in every name': (text) => all.filter((one) => one.includes(text)).length,
  'the search page': (text) => names.search(text),
  'lists with a text': (text) => names.matchesWith(text),
}

const cpuMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
console.log(`the first search, which reads the list: ${(await cpuMs(() => names.search('first'))).toFixed(0)} ms`)
const texts = Array.from({ length: textCount }, (_, n) => typed(n))
let bare = 0
for (const [name, work] of Object.entries(works)) {
  for (const text of texts.slice(0, warmUp)) await work(text)
  const times: number[] = []
  for (const text of texts) times.push(await cpuMs(() => work(text)))
  times.sort((a, b) => a - b)
  const part = (of: number): number => times[Math.floor(times.length * of)] ?? 0
  bare ||= part(0.5)
  console.log(
    `${name.padEnd(24)} p50 ${part(0.5).toFixed(2)}, p99 ${part(0.99).toFixed(2)} ms of processor time; p50 ${(part(0.5) / bare).toFixed(1)} times that of includes`,
  )
}
