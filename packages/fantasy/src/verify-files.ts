import { fromHex } from '@nare/fair/hash'
import { weightTotal } from '@nare/fair/stream'
import { scorersOf, type Side, type SquadPlayer } from './draw.ts'
import type { Position } from './team.ts'

/** A step of a check: a sentence about the comparison, and whether it succeeded. */
export type Step = { readonly ok: boolean; readonly text: string }

/** An ended round of the Nare league, as GET /v1/nare-league/rounds/:round_id returns it. */
type Round = {
  readonly round_id: string
  readonly seed: string
  readonly matches: readonly { readonly match_id: string; readonly goals: readonly { readonly side: Side }[] }[]
}

/** A fantasy week, as GET /v1/fantasy/weeks/:week_id returns it. */
type Week = {
  readonly week_id: string
  readonly players: readonly {
    readonly player_id: string
    readonly club: string
    readonly position: Position
    readonly scorer_weight: number
    readonly starter_weight: number
  }[]
  readonly matches: readonly {
    readonly match_id: string
    readonly round_id?: string
    readonly home_team: string
    readonly away_team: string
    readonly scorers?: readonly { readonly side: Side; readonly player_id?: string }[]
  }[]
}

const answerOf = (text: string): unknown => {
  const answer = JSON.parse(text) as { readonly data?: unknown }
  return answer.data ?? answer
}
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const weekOf = (value: unknown): Week | undefined =>
  isObject(value) && 'week_id' in value && 'players' in value ? (value as Week) : undefined
const roundOf = (value: unknown): Round | undefined =>
  isObject(value) && 'round_id' in value && 'seed' in value ? (value as Round) : undefined

/** Whether the text of a JSON file is a fantasy week. */
export const isWeek = (text: string): boolean => weekOf(answerOf(text)) !== undefined

/**
 * Checks the scorers of an ended round of the Nare league from the texts of JSON files in any order: the responses of GET rounds/:round_id
 * and GET fantasy/weeks/:week_id. Returns no steps if a file is missing or the week does not contain the round.
 */
export function checkScorers(texts: readonly string[]): Step[] {
  const files = texts.map(answerOf)
  const [round] = files.flatMap((file) => roundOf(file) ?? [])
  const [week] = files.flatMap((file) => weekOf(file) ?? [])
  if (!round || !week?.matches.some(({ round_id }) => round_id === round.round_id)) return []
  const squads = Map.groupBy(week.players, ({ club }) => club)
  const light = [...squads].filter(
    ([, squad]) => squad.reduce((sum, { scorer_weight }) => sum + scorer_weight, 0) !== weightTotal,
  )
  const squad = (club: string): SquadPlayer[] =>
    (squads.get(club) ?? []).map((one) => ({
      id: one.player_id,
      position: one.position,
      scorerWeight: one.scorer_weight,
      starterWeight: one.starter_weight,
    }))
  const wrong = round.matches.flatMap(({ match_id: matchId, goals }) => {
    const match = week.matches.find(({ match_id }) => match_id === matchId)
    if (!match) return [`match ${matchId} is not in the week`]
    const sides = goals.map(({ side }) => side)
    const drawn = scorersOf(fromHex(round.seed), {
      matchId,
      goals: sides,
      squads: { home: squad(match.home_team), away: squad(match.away_team) },
    })
    const computed = sides.map((side, at) => `${side} ${drawn[at]}`).join(', ')
    const published = (match.scorers ?? []).map(({ side, player_id }) => `${side} ${player_id}`).join(', ')
    return published === computed ? [] : [`match ${matchId}: published ${published}, computed ${computed}`]
  })
  return [
    stepOf(
      `The scorers' weights of every club add up to exactly 2^32`,
      light.map(([club]) => club),
    ),
    stepOf(`The scorers in fantasy week ${week.week_id} are whom the seed draws from the squads`, wrong),
  ]
}

const stepOf = (sentence: string, wrong: readonly string[]): Step =>
  wrong.length === 0
    ? { ok: true, text: sentence }
    : { ok: false, text: `WRONG: ${sentence}; ${wrong.slice(0, 5).join('; ')}` }
