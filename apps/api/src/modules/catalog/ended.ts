import { outcome } from '@nare/bets/grading/outcome'
import type { Score } from '@nare/bets/result'
import type { Answer } from '@nare/contract/route'
import type { catalog, MatchView } from '@nare/contract/catalog'
import type { CurrentResult } from './states.ts'

type EndedView = Answer<typeof catalog.match>['data']

/** The facts of a result other than the score; empty if the match has no result. */
export function endedFacts({ kind, result }: CurrentResult) {
  if (kind !== 'result') return {}
  const { halfTime, goals, corners, cards } = result
  return {
    ...(halfTime && { half_time: scoreText(halfTime) }),
    ...(goals && { goals: [...goals] }),
    ...(corners && { corners: scoreText(corners) }),
    ...(cards && { cards: scoreText(cards) }),
  }
}

/** A match with its current result: the half-time score, the goals, and the result of each outcome on its page. */
export function withResult(view: MatchView, { kind, result }: CurrentResult): EndedView {
  if (kind !== 'result') return view
  const { halfTime, goals } = result
  const odds = view.odds.map((line) => ({
    ...line,
    odds: line.odds.map((each) => endedSelection(line.sub_type_id, each)),
  }))
  return {
    ...view,
    odds,
    ...(halfTime && { half_time: scoreText(halfTime) }),
    ...(goals && { goals: [...goals] }),
  }

  function endedSelection(marketId: string, selection: MatchView['odds'][number]['odds'][number]) {
    const state = outcome(marketId, selection.odd_key, result)
    return state === 'open' ? selection : { ...selection, result: state }
  }
}

/** A score as the API returns it: "2:1". */
export const scoreText = ({ home, away }: Score): string => `${home}:${away}`
