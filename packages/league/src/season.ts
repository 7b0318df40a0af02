import { chainOf, tipOf } from '@nare/fair/chain'
import { sha256, toHex, type Bytes } from '@nare/fair/hash'
import { leagueMarkets } from './markets.ts'
import { ladder, type Ladder } from './prices.ts'
import { scheduleOf } from './schedule.ts'
import { minuteWeights, scoreWeights, strengthsOf } from './weights.ts'

/** A match in the season file: its id, its teams, and the 81 weights of its score. */
export type FileMatch = readonly [matchId: string, home: string, away: string, weights: readonly number[]]

/** Everything that decides a season except the chain of seeds. Its exact bytes are published before the first price. */
export type SeasonFile = {
  readonly competition_id: string
  readonly minutes: readonly number[]
  readonly returns: Readonly<Record<string, number>>
  readonly ladder: Ladder
  readonly rounds: readonly { readonly round_number: number; readonly matches: readonly FileMatch[] }[]
}

type SeasonInput = {
  readonly competitionId: string
  readonly teams: readonly string[]
  /** Random bytes, independent of the chain of seeds. */
  readonly strengthSeed: Bytes
  /** The id of the n-th match of the season, from 0: eight digits. */
  readonly matchId: (n: number) => string
}

/** Creates a season: its schedule, and the weights of every match from the teams' strengths. */
export function makeSeason({ competitionId, teams, strengthSeed, matchId }: SeasonInput): SeasonFile {
  const strengths = strengthsOf(strengthSeed, teams.length)
  let n = 0
  const rounds = scheduleOf(teams.length).map((fixtures, at) => ({
    round_number: at + 1,
    matches: fixtures.map(({ home, away }): FileMatch => {
      const [of, against] = [strengths[home], strengths[away]]
      if (!of || !against) throw new RangeError('a fixture refers to an unknown team')
      return [matchId(n++), teams[home] ?? '', teams[away] ?? '', scoreWeights(of, against)]
    }),
  }))
  const returns = Object.fromEntries(leagueMarkets.map(({ marketId, returnPercent }) => [marketId, returnPercent]))
  return { competition_id: competitionId, minutes: minuteWeights(), returns, ladder, rounds }
}

/** The text of the season file. Its UTF-8 bytes are hashed and published. */
export function seasonText(file: SeasonFile): string {
  return JSON.stringify(file)
}

/** `season_hash`: SHA-256 of the file's exact bytes. */
export function seasonHash(text: string): string {
  return toHex(sha256(text))
}

/** The links of a season's rounds, in order, and the tip. The hash of link k is link k - 1; the hash of the first link is the tip. */
export function seasonChain(first: Bytes, rounds: number): { links: Bytes[]; tip: string } {
  const chain = chainOf(first, rounds)
  const tip = chain.at(-1) as Bytes
  return { links: chain.slice(0, -1).toReversed(), tip: toHex(tip) }
}

/** Whether a link belongs to this round of the chain with this tip. */
export function isLinkOf(link: Bytes, { roundNumber, tip }: { roundNumber: number; tip: string }): boolean {
  return toHex(tipOf(link, roundNumber)) === tip
}

/** The id of a round. It contains the salt, which did not exist when the season was published. */
export function roundIdOf(at: { salt: string; competitionId: string; roundNumber: number }): string {
  return `${at.salt.slice(0, 16)}-${at.competitionId}-${at.roundNumber}`
}

/** `tables_hash`: SHA-256 of the minutes and the matches' weights as JSON without spaces, matches sorted by id as text. */
export function tablesHash(
  minutes: readonly number[],
  matches: readonly { readonly match_id: string; readonly weights: readonly number[] }[],
): string {
  const rows = matches.map(({ match_id, weights }) => [match_id, weights] as const)
  const sorted = rows.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return toHex(sha256(JSON.stringify({ minutes, matches: sorted })))
}
