import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A season in the repository: real results with prices of our model. See its README. */
export const ownSeasonFile = new URL('../../test-data/england-2025-26.csv', import.meta.url).pathname

/** Real matches with prices of several bookmakers, from the folder NARE_DATA. Their licences do not allow redistribution. */
export const bookmakersFile = dataFile('odds/top5_2018-19_to_2023-24.csv.gz')

function dataFile(name: string): string | undefined {
  const folder = process.env['NARE_DATA']
  const path = folder === undefined ? undefined : join(folder, name)
  if (path !== undefined && !existsSync(path)) throw new Error(`NARE_DATA: ${path} is missing`)
  return path
}
