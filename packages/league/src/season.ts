import { chainOf, tipOf } from '@nare/fair/chain'
import { sha256, toHex, type Bytes } from '@nare/fair/hash'
import { leagueMarkets } from './markets.ts'
import { ladder, type Ladder } from './prices.ts'
import { scheduleOf } from './schedule.ts'
import { minuteWeights, scoreWeights, strengthsOf } from './tables.ts'

/** A match as the season's file holds it: its id, its sides, and the 81 weights of its score. */
export type FileMatch = readonly [matchId: string, home: string, away: string, weights: readonly number[]]

/** Everything that decides a season but the chain of seeds. Its exact bytes are published before its first price. */
export type SeasonFile = {
  readonly competition_id: string
  readonly minutes: readonly number[]
  readonly returns: Readonly<Record<string, number>>
  readonly ladder: Ladder
  readonly rounds: readonly { readonly round_number: number; readonly matches: readonly FileMatch[] }[]
}

type Making = {
  readonly competitionId: string
  readonly teams: readonly string[]
  /** Random bytes that have nothing to do with the chain. */
  readonly strengthSeed: Bytes
  /** The id of the n-th match of the season, from 0: eight digits. */
  readonly matchId: (n: number) => string
}

/** Makes a season: its schedule, the strengths of its teams, and the weights of every match. */
export function makeSeason({ competitionId, teams, strengthSeed, matchId }: Making): SeasonFile {
  const strengths = strengthsOf(strengthSeed, teams.length)
  let n = 0
  const rounds = scheduleOf(teams.length).map((fixtures, at) => ({
    round_number: at + 1,
    matches: fixtures.map(({ home, away }): FileMatch => {
      const [of, against] = [strengths[home], strengths[away]]
      if (!of || !against) throw new RangeError('a fixture names a team that there is not')
      return [matchId(n++), teams[home] ?? '', teams[away] ?? '', scoreWeights(of, against)]
    }),
  }))
  const returns = Object.fromEntries(leagueMarkets.map(({ marketId, returnPercent }) => [marketId, returnPercent]))
  return { competition_id: competitionId, minutes: minuteWeights(), returns, ladder, rounds }
}

/** The file's text, whose UTF-8 bytes are hashed and published. */
export function seasonText(file: SeasonFile): string {
  return JSON.stringify(file)
}

/** `season_hash`: SHA-256 of the file's exact bytes. */
export function seasonHash(text: string): string {
  return toHex(sha256(text))
}

/** The links of a season's rounds, the first round's first, and the tip: link k hashed is link k - 1, the first one's hash the tip. */
export function seasonChain(first: Bytes, rounds: number): { links: Bytes[]; tip: string } {
  const chain = chainOf(first, rounds)
  const tip = chain.at(-1) as Bytes
  return { links: chain.slice(0, -1).toReversed(), tip: toHex(tip) }
}

/** Whether a link belongs to that round of the chain with this tip. */
export function isLinkOf(link: Bytes, { roundNumber, tip }: { roundNumber: number; tip: string }): boolean {
  return toHex(tipOf(link, roundNumber)) === tip
}

/** The id of a round. It holds the salt, which did not exist when the season was frozen. */
export function roundIdOf(at: { salt: string; competitionId: string; roundNumber: number }): string {
  return `${at.salt.slice(0, 16)}-${at.competitionId}-${at.roundNumber}`
}

/** `tables_hash`: SHA-256 of the minutes and the matches' weights as JSON without spaces, matches by their ids as text. */
export function tablesHash(
  minutes: readonly number[],
  matches: readonly { readonly match_id: string; readonly weights: readonly number[] }[],
): string {
  const rows = matches.map(({ match_id, weights }) => [match_id, weights] as const)
  const sorted = rows.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return toHex(sha256(JSON.stringify({ minutes, matches: sorted })))
}
