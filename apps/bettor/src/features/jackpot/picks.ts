import { jackpotOutcomes, jackpotSign, type JackpotView } from '@nare/contract/jackpot'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import type { JackpotSlip } from '../../state/betting.ts'

export type Outcome = (typeof jackpotOutcomes)[number]
export type JackpotPick = JackpotSlip['picks'][number]
/** The limits that a pool sets for a ticket. */
export type Bounds = Pick<JackpotView, 'max_doubles' | 'max_triples' | 'max_lines'>
/** The limit that a tap would exceed. */
export type Bound = 'doubles' | 'triples' | 'lines'

/** The outcomes picked for a match; an empty list if there are none. */
export const outcomesOf = (picks: readonly JackpotPick[], match_id: string): readonly Outcome[] =>
  picks.find((pick) => pick.match_id === match_id)?.outcomes ?? []

/** The numbers of matches with two and with three outcomes, and the number of lines: the product of the outcomes. */
export function sizeOf(picks: readonly JackpotPick[]): { doubles: number; triples: number; lines: number } {
  const withOutcomes = (count: number): number => picks.filter(({ outcomes }) => outcomes.length === count).length
  return {
    doubles: withOutcomes(2),
    triples: withOutcomes(3),
    lines: picks.length === 0 ? 0 : picks.reduce((lines, { outcomes }) => lines * outcomes.length, 1),
  }
}

/** The first limit that these picks exceed; undefined if they exceed none. */
export function brokenBound(picks: readonly JackpotPick[], bounds: Bounds): Bound | undefined {
  const { doubles, triples, lines } = sizeOf(picks)
  if (doubles > bounds.max_doubles) return 'doubles'
  if (triples > bounds.max_triples) return 'triples'
  return lines > bounds.max_lines ? 'lines' : undefined
}

/**
 * The picks after a tap: adds the outcome or removes it, and removes a match that has no outcome left. The match then counts as
 * picked by the bettor.
 */
export function toggledOutcome(picks: readonly JackpotPick[], match_id: string, outcome: Outcome): JackpotPick[] {
  const before = outcomesOf(picks, match_id)
  const isIn = before.includes(outcome)
  const outcomes = jackpotOutcomes.filter((known) => (known === outcome ? !isIn : before.includes(known)))
  const at = picks.findIndex((pick) => pick.match_id === match_id)
  if (outcomes.length === 0) return picks.filter((pick) => pick.match_id !== match_id)
  return at < 0 ? [...picks, { match_id, outcomes }] : picks.with(at, { match_id, outcomes })
}

type PricedMatch = Pick<JackpotView['matches'][number], 'match_id' | 'home_odd' | 'neutral_odd' | 'away_odd'>

/**
 * Adds one automatic outcome to every match without a pick, drawn with the probabilities that the current prices imply; evenly if a
 * match has no prices. `random` returns numbers in [0, 1). If every match has a pick, draws the automatic ones again.
 */
export function withTheRest(
  picks: readonly JackpotPick[],
  matches: readonly PricedMatch[],
  random: () => number,
): JackpotPick[] {
  const isMissing = matches.some(({ match_id }) => outcomesOf(picks, match_id).length === 0)
  const kept = isMissing ? picks : picks.filter(({ auto }) => !auto)
  return matches.map(
    (match) =>
      kept.find(({ match_id }) => match_id === match.match_id) ?? {
        match_id: match.match_id,
        outcomes: [drawn(match, random())],
        auto: true,
      },
  )
}

function drawn({ home_odd, neutral_odd, away_odd }: PricedMatch, at: number): Outcome {
  const prices = [home_odd, neutral_odd, away_odd].map(Number)
  const isPriced = prices.every((price) => price > 1)
  const weights = prices.map((price) => (isPriced ? 1 / price : 1))
  let left = at * weights.reduce((sum, weight) => sum + weight, 0)
  const index = weights.findIndex((weight) => (left -= weight) < 0)
  return jackpotOutcomes[index] ?? 'away_team'
}

/** The price of a ticket: lines × the stake of a line, decimal text. */
export function costOf(lines: number, stake: string): string {
  return formatMoney(money((parseMoney(stake) ?? 0n) * BigInt(lines)))
}

/** The picks of a request: in the order of the pool, without matches of other pools. */
export function wireTicket(picks: readonly JackpotPick[], matches: readonly { match_id: string }[]) {
  return matches.flatMap(({ match_id }) => {
    const outcomes = outcomesOf(picks, match_id)
    return outcomes.length > 0 ? [{ match_id, outcomes: [...outcomes] }] : []
  })
}

type Tier = JackpotView['tiers'][number]

/** The current payout of a tier as decimal text: its prize, or its share of the pool rounded down to the cent. */
export function tierPays(tier: Tier, pool: JackpotView['pool']): string | undefined {
  if (tier.prize !== undefined) return tier.prize
  const total = parseMoney(pool?.total ?? '')
  if (total === undefined || tier.share === undefined) return undefined
  return formatMoney(money((total * BigInt(Math.round(tier.share * 100))) / 10_000n))
}

/** The tiers, most correct picks first. */
export const tiersOf = <T extends { correct: number }>(tiers: readonly T[]): T[] =>
  tiers.toSorted((tier, other) => other.correct - tier.correct)

/** A ticket as an SMS: "JP41#1,X,12", with commas between the matches, in the pool's order. */
export function jackpotSms({ code, matches }: Pick<JackpotView, 'code' | 'matches'>, picks: readonly JackpotPick[]) {
  const signsOf = ({ match_id }: { match_id: string }): string => outcomesOf(picks, match_id).map(jackpotSign).join('')
  return `JP${code}#${matches.map(signsOf).join(',')}`
}
