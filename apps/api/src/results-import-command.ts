import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Config } from './config.ts'
import { importResults, type CompetitionName, type Imported } from './modules/catalog/catalog.ts'
import { openClock, offsetInDatabase } from './platform/clock.ts'
import type { Db } from './platform/db.ts'
import { withDatabase } from './platform/reach.ts'

export const importUsage = `npm run import:results -- <file.csv or file.json> [more files] [options]
  --competition "Country/Name"   the competition of all rows; needed for football.json
  --teams <file.csv>             two columns: a team's name in the file, its name here
  --new                          accepts competitions and teams that are not in the catalogue
  --dry-run                      says what would happen and changes nothing`

type Arguments = {
  readonly paths: readonly string[]
  /** "Country/Name". */
  readonly competition?: string | undefined
  /** The path of a file of names. */
  readonly teams?: string | undefined
  readonly acceptNew?: boolean
  readonly dryRun?: boolean
}

/** What the command prints, and its code: 0 done, 1 refused, 2 called in a wrong way. */
type Done = { readonly code: number; readonly lines: readonly string[] }

/** Imports files with the configured database, whether or not the server is running. */
export async function importCommand(config: Config, given: Arguments): Promise<Done> {
  return withDatabase(config, ({ db }) => runImportCommand(db, given))
}

/** The same with an open database. Files after one that is refused are not read. */
export async function runImportCommand(db: Db, given: Arguments): Promise<Done> {
  const { paths, acceptNew = false, dryRun = false } = given
  const competition = given.competition === undefined ? undefined : competitionIn(given.competition)
  if (paths.length === 0 || (given.competition !== undefined && !competition)) return { code: 2, lines: [] }
  const teams = given.teams === undefined ? new Map<string, string>() : await namesIn(given.teams)
  const clock = await openClock(offsetInDatabase(db))
  const lines: string[] = []
  for (const path of paths) {
    const imported = await importResults(db, { path, competition, teams, acceptNew, dryRun, now: clock.date() })
    lines.push(...linesOf(path, imported, dryRun))
    if (!imported.ok) return { code: 1, lines }
  }
  return { code: 0, lines }
}

function competitionIn(text: string): CompetitionName | undefined {
  const [category = '', ...rest] = text.split('/').map((part) => part.trim())
  const name = rest.join('/')
  return category === '' || name === '' ? undefined : { category, name }
}

/** The names of teams by their names in files. A row without a second name says nothing. */
async function namesIn(path: string): Promise<Map<string, string>> {
  const options = { trim: true, skip_empty_lines: true, relax_column_count: true, bom: true }
  const rows: string[][] = parse(await readFile(path, 'utf8'), options)
  return new Map(rows.flatMap(([from, to]) => (from && to ? [[from, to] as const] : [])))
}

const faultsShown = 50

function linesOf(path: string, imported: Imported, dryRun: boolean): string[] {
  const unknown = imported.unknown.flatMap(({ category, name, isKnown, teams }) => [
    ...(isKnown ? [] : [`The catalogue has no competition "${category}/${name}"`]),
    ...(teams.length > 0 ? [`Teams of "${category}/${name}" that the catalogue does not have:`] : []),
    ...teams.map((team) => `  ${quoted(team)},`),
  ])
  if (imported.ok) {
    const { results, added, changed, notPlayed } = imported
    const rest = `${results - added - changed} stored before, ${notPlayed} without a result`
    return [`${dryRun ? 'would import' : 'ok'}  ${path}: ${added} new, ${changed} corrected, ${rest}`, ...unknown]
  }
  const faults = imported.faults.map(({ line, field, why }) => `  line ${line}, ${field}: ${why}`)
  const more = faults.length > faultsShown ? [`  and ${faults.length - faultsShown} more`] : []
  return [
    `REFUSED  ${path}: nothing was changed`,
    ...faults.slice(0, faultsShown),
    ...more,
    ...unknown,
    ...(unknown.length > 0
      ? ['Write their names here behind the commas, in a file for --teams, or accept them with --new']
      : []),
  ]
}

const quoted = (name: string): string => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)
