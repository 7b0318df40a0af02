import { basename } from 'node:path'
import { sportIdOf } from '@nare/bets/markets/sports'
import { transact, type Db } from '#platform/db'
import { readResultsFile, type CompetitionName, type FileResult, type RowFault } from './feeds/results-file.ts'
import { unknownNames, writePastResults, type PastWritten } from './store-past-results.ts'

export type { CompetitionName, RowFault } from './feeds/results-file.ts'

export type ImportOptions = {
  readonly path: string
  /** The competition of all rows; a file of football.json has none that we know. */
  readonly competition?: CompetitionName | undefined
  /** What teams are called here, by their names in the file. */
  readonly teams?: ReadonlyMap<string, string>
  /** Accepts competitions and teams that the catalogue does not have. */
  readonly acceptNew?: boolean
  /** Reports what the import would do, and changes nothing. */
  readonly dryRun?: boolean
  readonly now: Date
}

/** What the catalogue does not know of one competition. */
export type Unknown = CompetitionName & { readonly isKnown: boolean; readonly teams: readonly string[] }

/** What an import has done, or would do; why a file was refused, which has changed nothing. */
export type Imported =
  | ({
      readonly ok: true
      readonly results: number
      readonly notPlayed: number
      readonly unknown: readonly Unknown[]
    } & PastWritten)
  | { readonly ok: false; readonly faults: readonly RowFault[]; readonly unknown: readonly Unknown[] }

/** Rolls back what a dry run has written. */
class DryRun extends Error {}

const soccer = sportIdOf('soccer')

/**
 * Imports the results of a file as history, on which nobody can bet: form, meetings and tables count them. A file with a fault, or with names that the
 * catalogue does not have, changes nothing. The same file twice is once; a later one with other scores corrects them.
 */
export async function importResults(db: Db, options: ImportOptions): Promise<Imported> {
  const { path, competition, teams = new Map(), acceptNew = false, dryRun = false, now } = options
  const { results, faults, notPlayed } = await readResultsFile(path, { competition, nowMs: now.getTime() })
  if (faults.length > 0) return { ok: false, faults, unknown: [] }
  const called = (name: string): string => teams.get(name) ?? name
  const rows = results.map((one) => ({
    ...{ sportId: soccer, competition: one.competition, kickOff: one.kickOff, score: one.score },
    ...{ homeTeam: called(one.homeTeam), awayTeam: called(one.awayTeam) },
  }))
  const self = rows.findIndex(({ homeTeam, awayTeam }) => homeTeam === awayTeam)
  if (self >= 0) {
    const fault = {
      line: results[self]?.line ?? 0,
      field: 'teams',
      why: `both teams are called ${rows[self]?.homeTeam}`,
    }
    return { ok: false, faults: [fault], unknown: [] }
  }
  let written: PastWritten = { added: 0, changed: 0 }
  let unknown: Unknown[] = []
  try {
    await transact(db, async (tx) => {
      unknown = await Promise.all(
        competitionsOf(rows).map(async ({ competition: { category, name }, teams: named }) => ({
          ...{ category, name },
          ...(await unknownNames(tx, { sportId: soccer, category, name, teams: named })),
        })),
      )
      unknown = unknown.filter(({ isKnown, teams: strange }) => !isKnown || strange.length > 0)
      if (unknown.length > 0 && !acceptNew && !dryRun) return
      written = await writePastResults(tx, { results: rows, source: basename(path), at: now })
      if (dryRun) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  if (unknown.length > 0 && !acceptNew) return { ok: false, faults: [], unknown }
  return { ok: true, results: rows.length, notPlayed, unknown, ...written }
}

type Named = Pick<FileResult, 'competition' | 'homeTeam' | 'awayTeam'>

function competitionsOf(rows: readonly Named[]): { competition: CompetitionName; teams: string[] }[] {
  const groups = Map.groupBy(rows, ({ competition: { category, name } }) => JSON.stringify([category, name]))
  return [...groups.values()].flatMap((group) => {
    const teams = new Set(group.flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]))
    return group[0] ? [{ competition: group[0].competition, teams: [...teams].toSorted() }] : []
  })
}
