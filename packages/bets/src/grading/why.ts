import { lineText, quartersOf } from '../markets/line.ts'
import type { Part, PeriodScores } from '../markets/market.ts'
import { isCounted, marketTitle, selection, type Selection } from '../markets/markets.ts'
import { judgedScores, outcome, partStates } from './outcome.ts'
import type { LegState, Result, Score } from '../result.ts'

/** A pick with the newest result of its match. `kind` is absent before the first result; `mistimed` as in the settlement. */
export type ExplainedLeg = {
  readonly marketId: string
  readonly oddKey: string
  readonly state: LegState
  readonly result?: Result | undefined
  readonly kind?: 'result' | 'cancelled' | 'void_undecided' | 'rolled_back' | 'open' | undefined
  readonly mistimed?: boolean | undefined
  /** Whether people of the house have declared the outcome void. */
  readonly voided?: boolean | undefined
  readonly scoreAtBet?: Score | undefined
  readonly home?: string | undefined
  readonly away?: string | undefined
}

/**
 * Says in a plain sentence why a pick has its state, from the facts by which `outcome` judges it: "Over 2.5 goals: the match ended 1:1,
 * 2 goals, so it lost."
 */
export function whyLeg(leg: ExplainedLeg): string {
  const of = selection(leg.marketId, leg.oddKey)
  if (!of) return `${leg.oddKey}: this outcome is no longer known, so it is void.`
  const { fact, state } = judged(leg, of)
  const late = state === leg.state ? '' : ` It is stored as ${words[leg.state]} and will be settled again.`
  return `${pickName(of, leg)}: ${fact}.${late}`
}

/** A pick in words: "Over 2.5 goals", or "1X2, 1 (Simba)"; the parts of a combination with a plus between them. */
export function pickName(
  { market, line, outcome: one }: Part,
  { home, away }: Pick<ExplainedLeg, 'home' | 'away'>,
): string {
  if (one.parts) return one.parts.map((part) => pickName(part, { home, away })).join(' + ')
  if (/^(over|under) \S+$/.test(one.key)) {
    const what = market.name.replace(/^Total /, '')
    return `${one.display} ${what[0]?.toLowerCase()}${what.slice(1)}`
  }
  const team = /^home_team\b(?!\/)/.test(one.key) ? home : /^away_team\b(?!\/)/.test(one.key) ? away : undefined
  return `${marketTitle(market.id, line)}, ${one.display}${team ? ` (${team})` : ''}`
}

const words: Readonly<Record<LegState, string>> = {
  open: 'open',
  won: 'won',
  lost: 'lost',
  void: 'void',
  half_won: 'half won',
  half_lost: 'half lost',
}

const verdicts: Readonly<Record<LegState, string>> = {
  open: 'which does not decide it yet',
  won: 'so it won',
  lost: 'so it lost',
  void: 'which neither wins nor loses, so it is void and counts as odds of 1.00',
  half_won: 'so half of it won and half was returned',
  half_lost: 'so half of it lost and half was returned',
}

type Judged = { readonly fact: string; readonly state: LegState }

function judged(leg: ExplainedLeg, of: Selection): Judged {
  const { kind, result, mistimed, voided, scoreAtBet, marketId, oddKey } = leg
  if (voided) return { fact: 'the house declared it void', state: 'void' }
  if (!kind || !result || kind === 'open') return { fact: 'the match has no result yet', state: 'open' }
  if (kind === 'rolled_back') return { fact: 'the result was withdrawn, so it is open again', state: 'open' }
  if (kind === 'cancelled') return { fact: 'the match was cancelled, so it is void', state: 'void' }
  if (mistimed) {
    const fact =
      'the match was not played at the time for which it was sold, or the bet came after its start, so it is void'
    return { fact, state: 'void' }
  }
  const state = outcome(marketId, oddKey, result, scoreAtBet ? { scoreAtBet } : {})
  if (state === 'open' && kind === 'void_undecided')
    return { fact: 'the match was not finished in time, so it is void', state: 'void' }
  const { parts } = of.outcome
  if (parts) return { fact: `${partsFact(parts, result, leg)}, ${partsVerdicts[state]}`, state }
  const scores = judgedScores(of, result, scoreAtBet)
  if (scores) return { fact: `${factOf(of, scores, result, scoreAtBet)}, ${verdicts[state]}`, state }
  const missing = missingOf(of, result)
  return { fact: result.finished ? `${missing}, so it is void` : `${missing} yet`, state }
}

/** The scores, and the state of each part that they decide: "the match ended 2:1, over 2.5 goals won, 1X2, X lost". */
function partsFact(parts: readonly Part[], result: Result, leg: ExplainedLeg): string {
  const { halfTime, fullTime, finished } = result
  const ofHalves = parts.some(({ market }) => market.needs === 'halves' || market.period !== 'match')
  const half = ofHalves && halfTime && `half-time was ${shown(halfTime)}`
  const full = fullTime && `${finished ? 'the match ended' : 'the score so far is'} ${shown(fullTime)}`
  const states = partStates(parts, result)
  const each = parts.map((part, at) => `${pickName(part, leg)} ${partWords[states[at] ?? 'open']}`)
  return [half || (ofHalves && 'there is no half-time score'), full || 'there is no score', `${each.join('; ')}`]
    .filter(Boolean)
    .join(', ')
}

const partsVerdicts = { ...verdicts, void: 'so it is void and counts as odds of 1.00' }
const partWords: Readonly<Record<LegState, string>> = { ...words, open: 'is open', void: 'is void' }

function missingOf({ market }: Selection, { finished, goals }: Result): string {
  if (market.needs === 'goals')
    return goals && finished ? 'the reported goals do not add up to the result' : `that goal is not reported`
  if (isCounted(market)) return `the result has no ${market.needs}`
  if (market.needs === 'games') return 'the result has no games of sets'
  if (market.needs === 'halves' || market.period !== 'match') return 'the result has no half-time score'
  return 'the result has no score'
}

const shown = ({ home, away }: Score): string => `${home}:${away}`

function factOf(of: Selection, scores: PeriodScores, result: Result, scoreAtBet: Score | undefined): string {
  const { market, line } = of
  if (market.needs === 'goals') return goalFact(line, scores.period, result)
  const counted = market.counts && countText(of, market.counts(scores.period))
  if (isCounted(market)) return `the match ${result.finished ? 'had' : 'has'} ${counted} (${shown(scores.period)})`
  const parts = [scoreFact(of, scores, result, scoreAtBet), counted, handicapFact(of, scores.period)]
  return parts.filter((part) => part !== undefined).join(', ')
}

function goalFact(line: string, { home, away }: Score, { fullTime }: Result): string {
  if (home + away === 0) return `there was no goal ${line}${fullTime ? `, the match ended ${shown(fullTime)}` : ''}`
  return `goal ${line} was scored by the ${home > 0 ? 'home' : 'away'} team`
}

function scoreFact({ market }: Selection, { period, half, full }: PeriodScores, result: Result, at?: Score): string {
  const ended = result.finished ? 'the match ended' : 'the score so far is'
  if (market.needs === 'games')
    return `the sets were ${(result.periods ?? []).map(shown).join(', ')}, games ${shown(full)}`
  const after = market.since === 'bet' && at ? ` and after the bet at ${shown(at)} it was ${shown(period)}` : ''
  if (market.period === 'first_half') return `the 1st half ended ${shown(half)}${after}`
  if (market.period === 'second_half')
    return `half-time was ${shown(half)}, ${ended} ${shown(full)}, the 2nd half ${shown(period)}`
  if (market.needs === 'halves') return `half-time was ${shown(half)}, ${ended} ${shown(full)}`
  return `${ended} ${shown(full)}${after}`
}

function countText({ market }: Selection, count: number): string {
  // "Total points" counts points; every other market, such as "Exact goals" or "Odd or even", counts goals.
  const unit = /^Total (\w+)$/.exec(market.name)?.[1] ?? 'goals'
  const side = /^(Home|Away) team/.exec(market.name)?.[1]
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}${side ? ` of the ${side.toLowerCase()} team` : ''}`
}

/** The score with the handicap: the line of the home side, or the start of both. */
function handicapFact({ market, line }: Selection, { home, away }: Score): string | undefined {
  if (market.line === 'start')
    return `with the start ${line} that is ${shown({ home: home + Number(line[0]), away: away + Number(line[2]) })}`
  if (market.line !== 'asian') return undefined
  const quarters = quartersOf(line) ?? 0
  const sign = quarters > 0 ? '+' : ''
  return `with ${sign}${lineText(quarters)} for the home team that is ${lineText(home * 4 + quarters)}:${away}`
}
