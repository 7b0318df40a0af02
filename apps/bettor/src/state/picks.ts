import type { MatchView } from '@nare/contract/catalog'

/** A pick in the slip: the fields that are sent, and the fields that every screen shows with it (rule 4 of the design). */
export type Pick = {
  ucn: string
  match_id: string
  sub_type_id: string
  odd_key: string
  /** The price the bettor last saw and agreed to; decimal text. */
  odd_value: string
  /** The line, which is the key of the market's live topic. */
  special_bet_value: string
  display: string
  market: string
  home_team: string
  away_team: string
  competition_name: string
  category: string
  start_time: string
  game_id: string
  sport_id: string
  live: boolean
  /** The league's round, for a pick on one. */
  round?: PickRound
  /** The parts of a combination, which is one pick of its match. */
  parts?: readonly PickPart[] | undefined
  /** The stake of this pick as a single, as typed, if it is another one than that for all. */
  stake?: string
}

export type PickPart = Record<'sub_type_id' | 'odd_key' | 'display' | 'market', string>

/** The round of a league pick and the closing time of its betting. */
export type PickRound = { round_id: string; round_number: number; closes_at: string }

/** The mark of a pick: match, market and outcome joined, lowercased, letters and digits only. */
export function ucn(pick: { match_id: string; sub_type_id: string; odd_key: string }): string {
  return `${pick.match_id}${pick.sub_type_id}${pick.odd_key}`.toLowerCase().replace(/[^a-z0-9]/g, '')
}

export type PickMatch = Fields<MatchView> & { round?: PickRound }
type Fields<M extends MatchView> = {
  [
    Key in
      | 'match_id'
      | 'home_team'
      | 'away_team'
      | 'competition_name'
      | 'category'
      | 'start_time'
      | 'game_id'
      | 'sport_id'
      | 'state'
  ]: M[Key]
}

/** Makes the pick of one outcome at the price shown. */
export function pickOf(
  match: PickMatch,
  market: { sub_type_id: string; name: string; special_bet_value: string },
  outcome: { odd_key: string; display: string },
  odd_value: string,
): Pick {
  const { match_id, home_team, away_team, competition_name, category, start_time, game_id, sport_id } = match
  const marks = { match_id, sub_type_id: market.sub_type_id, odd_key: outcome.odd_key }
  return {
    ...marks,
    ucn: ucn(marks),
    odd_value,
    special_bet_value: market.special_bet_value,
    display: outcome.display,
    market: market.name,
    home_team,
    away_team,
    competition_name,
    category,
    start_time,
    game_id,
    sport_id,
    live: match.state === 'live',
    ...(match.round && { round: match.round }),
  }
}

/** The picks of a slip as the API expects them. */
export function wirePicks(slip: readonly Record<'match_id' | 'sub_type_id' | 'odd_key' | 'odd_value', string>[]) {
  return slip.map(({ match_id, sub_type_id, odd_key, odd_value }) => ({ match_id, sub_type_id, odd_key, odd_value }))
}

/** True for a stored value that can be a slip: old or foreign contents of the storage are dropped. */
export function isSlip(value: unknown): value is Pick[] {
  return (
    Array.isArray(value) &&
    value.every(
      (pick: unknown) =>
        typeof pick === 'object' &&
        pick !== null &&
        'ucn' in pick &&
        'odd_value' in pick &&
        typeof pick.odd_value === 'string' &&
        'display' in pick,
    )
  )
}
