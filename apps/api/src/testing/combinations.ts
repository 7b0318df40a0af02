import { combinations } from '@nare/contract/combinations'
import type { Reply, TestApp } from './app.ts'
import { pick, type SentPick } from './bets.ts'

/** A part of a combination: its market and its outcome. */
export type Part = readonly [market: string, key: string]

/** Three picks of which none says anything about the others for sure. */
export const usualParts: readonly Part[] = [
  ['1', 'home_team'],
  ['18', 'over 2.5'],
  ['60', 'draw'],
]
export const usualKey = 'm1 home_team and m18 over 2.5 and m60 draw'

/** Common steps of tests of same-match combinations, through HTTP. */
export function combinationsOn({ app, call }: Pick<TestApp, 'app' | 'call'>) {
  const combine = (match_id: string, parts: readonly Part[]): Promise<Reply<typeof combinations.combine>> =>
    call(combinations.combine, { match_id, picks: parts.map(([sub_type_id, odd_key]) => ({ sub_type_id, odd_key })) })
  const combined = async (match: string, parts: readonly Part[] = usualParts) => (await combine(match, parts)).body.data
  return {
    combine,
    /** What the call answers about these picks of a match. */
    combined,
    /** A pick of a combination at its present price; at 1.01 if it has none. */
    async priced(match: string, parts: readonly Part[] = usualParts): Promise<SentPick> {
      const { odd_key, odd_value } = await combined(match, parts)
      return pick(match, '900', odd_key, odd_value ?? '1.01')
    },
    /** Stops a line of a match, or every line of a market, as a trader does; or ends that. */
    stop: (match: string, market: string, { line = '*', stopped = true } = {}) =>
      app.catalog.hands.stops.stopMarket(
        { matchId: Number(match), marketId: Number(market), line, oddKey: '*' },
        { stopped, by: 'baraka' },
      ),
  }
}

export type Combinations = ReturnType<typeof combinationsOn>
