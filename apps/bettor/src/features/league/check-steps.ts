import type { league } from '@nare/contract/league'
import type { Answer } from '@nare/contract/route'
import { checkPrices, checkRound, type Check, type EndedRound, type PublishedSeason } from '@nare/league/verify'

export type PublishedRound = Answer<typeof league.round>['data']
type PricedMatch = Answer<typeof league.matches>['data'][number]
export type StepName = 'seal' | 'chain' | 'seed' | 'tables' | 'season' | 'scores' | 'prices'

/** One step of the check; `faults` are the values that differ. */
export type Step = {
  name: StepName
  ok: boolean
  /** How many values were compared. */
  compared: number
  faults: { published: string; computed: string }[]
}

/** Further values to compare with the round; a missing one is skipped. */
export type Evidence = {
  season?: PublishedSeason | undefined
  matches?: readonly PricedMatch[] | undefined
  /** The seal that this browser received while the round was open for betting. */
  firstSeenSeal?: string | undefined
}

const stepOf: Readonly<Record<Check['what'], StepName>> = {
  commitment: 'seal',
  link: 'chain',
  seed: 'seed',
  tables: 'tables',
  weights: 'tables',
  season: 'season',
  id: 'season',
  score: 'scores',
  price: 'prices',
}
const order: readonly StepName[] = ['seal', 'chain', 'seed', 'tables', 'season', 'scores', 'prices']

/** Whether a published round has ended, so that its seed, link and scores are public. */
export function isEnded(round: PublishedRound): round is PublishedRound & EndedRound {
  const { seed, link, matches, state } = round
  const hasScores = matches.every(({ full_time, half_time, goals }) => full_time && half_time && goals)
  return state === 'ended' && seed !== undefined && link !== undefined && hasScores
}

/** Recomputes an ended round from its published values and compares each step. Throws if a hash is not hexadecimal. */
export function checkSteps(round: PublishedRound & EndedRound, { season, matches, firstSeenSeal }: Evidence): Step[] {
  const prices = (matches ?? []).flatMap(({ match_id, odds: lines }) =>
    lines.flatMap(({ sub_type_id, odds }) =>
      odds.map(({ odd_key, odd_value }) => ({ match_id, market_id: sub_type_id, odd_key, odd_value })),
    ),
  )
  const checks = [...checkRound(round, season), ...checkPrices(round, prices)].map(({ what, published, computed }) => ({
    ...{ name: stepOf[what], published, computed },
  }))
  if (firstSeenSeal !== undefined) checks.push({ name: 'seal', published: round.commitment, computed: firstSeenSeal })
  return order.flatMap((name) => {
    const of = checks.filter((check) => check.name === name)
    const faults = of.filter(({ published, computed }) => published !== computed)
    return of.length > 0 ? [{ name, ok: faults.length === 0, compared: of.length, faults }] : []
  })
}
