import { JsonText } from '#platform/json-text'
import { openKept } from '#platform/kept'
import type { SeasonRow } from './seasons/seasons.ts'

/** Seasons kept: those that run, and those that people check most. Each is up to a megabyte. */
const keptMax = 12

type Source = {
  /** A season without its file; one small query. */
  readonly facts: (seasonId: string) => Promise<SeasonRow | undefined>
  /** The exact text of a season's file. */
  readonly text: (seasonId: string) => Promise<string | undefined>
}

/**
 * The answers of seasons and their files, which never change but for the salt that is published once. They are put together as text: a
 * season's file is neither parsed nor serialised for an answer, and is compressed once.
 */
export function openSeasonAnswers({ facts, text }: Source) {
  const { has, once } = openKept<JsonText>(keptMax)

  /** The exact bytes of a season's published file, whose SHA-256 is its `season_hash`. */
  const file = (seasonId: string): Promise<JsonText | undefined> =>
    once(`file ${seasonId}`, async () => {
      const found = await text(seasonId)
      return found === undefined ? undefined : new JsonText(found)
    })

  return {
    file,

    /** The answer of the call that returns a season with its file. With its salt it never changes, so it is not even looked up. */
    async season(seasonId: string): Promise<JsonText | undefined> {
      const final = `season ${seasonId}`
      if (has(final)) return once(final, () => Promise.resolve(undefined))
      const season = await facts(seasonId)
      if (!season) return undefined
      const { seasonHash, chainTip, salt, saltSource } = season
      return once(salt === null ? `unsalted ${seasonId}` : final, async () => {
        const data = await text(seasonId)
        if (data === undefined) return undefined
        const rest = {
          season_hash: seasonHash,
          chain_tip: chainTip,
          ...(salt !== null && { salt }),
          salt_source: saltSource,
        }
        return new JsonText(`{"data":${data},${JSON.stringify(rest).slice(1)}`)
      })
    },
  }
}
