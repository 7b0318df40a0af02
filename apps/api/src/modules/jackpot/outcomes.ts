import type { MatchOutcome } from '@nare/jackpot/settle'
import type { Catalog, CurrentResult, LegFacts } from '#modules/catalog/catalog'
import type { Db, Tx } from '#platform/db'

/** The functions of the catalogue that jackpots need. */
export type JackpotCatalog = Pick<Catalog, 'lockForBets' | 'legFacts' | 'resultsOf' | 'listed'> & {
  readonly house: Pick<Catalog['house'], 'givesPrizes'>
}

/** The outcome of a match for a pool. */
export type FinalOutcome = Pick<MatchOutcome, 'outcome'> & { readonly fullTime: string | null }

/** Whether a match has not started. A pool accepts tickets while none of its matches has started. */
export const hasNotStarted = (facts: Pick<LegFacts, 'state' | 'start_time'> | undefined, now: Date): boolean =>
  facts !== undefined &&
  (facts.state === 'not_started' || facts.state === 'postponed') &&
  Date.parse(facts.start_time) > now.getTime()

/** The outcome of a match by its newest result; undefined while there is none, or with `confirmed` while the result is not confirmed. */
function finalOutcomeOf(
  result: CurrentResult | undefined,
  { confirmed }: { confirmed: boolean },
): FinalOutcome | undefined {
  if (!result || result.kind === 'rolled_back' || result.kind === 'open' || (confirmed && result.certainty !== 2))
    return undefined
  const score = result.result.fullTime
  if (result.kind !== 'result' || !score) return { outcome: 'void', fullTime: null }
  const { home, away } = score
  const outcome = home > away ? 'home_team' : home < away ? 'away_team' : 'draw'
  return { outcome, fullTime: `${home}:${away}` }
}

/** The outcomes of these matches, in their order. */
export async function finalOutcomes(
  catalog: Pick<JackpotCatalog, 'resultsOf'>,
  on: Db | Tx,
  matchIds: readonly number[],
  confirmed: boolean,
): Promise<(FinalOutcome | undefined)[]> {
  const results = await catalog.resultsOf(on, matchIds)
  return matchIds.map((matchId) => finalOutcomeOf(results.get(matchId), { confirmed }))
}
