import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A match in the format of football.json, with a date, a time and a round by default. */
export type CupRow = Readonly<Record<string, unknown>>

/** An invented tournament in the format of football.json. */
export const cupText = (rows: readonly CupRow[], name = 'Savanna Cup 2031'): string =>
  JSON.stringify({
    name,
    matches: rows.map((row) => ({ round: 'Matchday 1', date: '2031-06-01', time: '15:00', ...row })),
  })

/** Writes a file of football.json to a new folder. */
export async function cupFile(text: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = join(await mkdtemp(join(tmpdir(), 'nare-cup-')), 'cup.json')
  await writeFile(path, text)
  return { path, remove: () => rm(dirname(path), { recursive: true }) }
}
