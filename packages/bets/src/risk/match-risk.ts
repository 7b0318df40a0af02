import type { Price } from '@nare/money/money'
import { atRisk } from './at-risk.ts'
import { outcome } from '../grading/outcome.ts'
import { pickedOf, possibleResults, type Picked } from '../grading/possible-results.ts'
import type { LegState, Score } from '../result.ts'
import { legFactor } from '../ticket/settle.ts'

/** A single on a match: what it selects, its price and its stake in cents. `scoreAtBet` is set if it was placed in play. */
export type MatchSingle = {
  readonly marketId: string
  readonly oddKey: string
  readonly price: Price
  readonly stake: bigint
  readonly scoreAtBet?: Score | undefined
}

/** Prices are taken in turn this many times, so that those of one line agree. */
const sweeps = 12

/**
 * What a bettor's singles on one match, in the order of their acceptance, have at risk together, in cents. Each price changes the chances
 * of the possible results to the one that it implies, the last price last. A result that no pick can name has the chance that is left.
 */
export function matchAtRisk(singles: readonly MatchSingle[]): bigint {
  const stakes = singles.reduce((sum, { stake }) => sum + stake, 0n)
  const picks = mergedPicks(singles)
  const [first] = picks
  if (!first) return 0n
  if (picks.length === 1)
    return atRisk(stakes, [
      { chance: first.at - 1000, returned: 0n },
      { chance: 1000, returned: stakes },
    ])
  const atoms = atomsOf(picks)
  for (let sweep = 0; sweep < sweeps; sweep++) for (const [n, { at }] of picks.entries()) reweigh(atoms, n, at)
  const outcomes = atoms.map(({ chance, states }) => ({
    chance,
    returned: picks.reduce((sum, pick, n) => sum + returnOf(pick, states[n] ?? 'void'), 0n),
  }))
  return atRisk(stakes * factorUnit, outcomes) / factorUnit
}

/** A distinct selection with all bets on it. `at` is its latest price, in thousandths. */
type MergedPick = {
  readonly picked: Picked | undefined
  readonly marketId: string
  readonly oddKey: string
  readonly scoreAtBet: Score | undefined
  readonly at: number
  readonly bets: readonly MatchSingle[]
}

/** The distinct selections, in the order of their latest acceptance. */
function mergedPicks(singles: readonly MatchSingle[]): MergedPick[] {
  const byName = new Map<string, MergedPick>()
  for (const single of singles) {
    const { marketId, oddKey, price, scoreAtBet } = single
    const picked = pickedOf(marketId, oddKey, scoreAtBet)
    const since = picked?.market.since === 'bet' && scoreAtBet ? `${scoreAtBet.home}:${scoreAtBet.away}` : ''
    const name = `${marketId} ${oddKey} ${since}`
    const bets = [...(byName.get(name)?.bets ?? []), single]
    byName.delete(name)
    byName.set(name, { picked, marketId, oddKey, scoreAtBet, at: Number(price), bets })
  }
  return [...byName.values()]
}

/** The possible results that the picks cannot tell apart, as one: the states of the picks, and the chance. */
type Atom = { readonly states: readonly LegState[]; chance: number }

function atomsOf(picks: readonly MergedPick[]): Atom[] {
  const byStates = new Map<string, Atom>()
  const results = possibleResults(picks.flatMap(({ picked }) => (picked ? [picked] : [])))
  for (const { result, weight } of results) {
    const states = picks.map(({ marketId, oddKey, scoreAtBet }) =>
      outcome(marketId, oddKey, result, scoreAtBet ? { scoreAtBet } : {}),
    )
    const name = states.join()
    const atom = byStates.get(name)
    if (atom) atom.chance += weight
    else byStates.set(name, { states, chance: weight })
  }
  return [...byStates.values()]
}

/** Changes the chances so that a pick wins as often as its price implies, where it is not refunded. */
function reweigh(atoms: readonly Atom[], n: number, at: number): void {
  const wins = (atom: Atom) => atom.states[n] === 'won' || atom.states[n] === 'half_won'
  const loses = (atom: Atom) => atom.states[n] === 'lost' || atom.states[n] === 'half_lost'
  const sum = (of: (atom: Atom) => boolean) => atoms.reduce((all, atom) => (of(atom) ? all + atom.chance : all), 0)
  const [won, lost] = [sum(wins), sum(loses)]
  if (won === 0 || lost === 0) return
  const [win, lose] = [((won + lost) * 1000) / at / won, ((won + lost) * (1 - 1000 / at)) / lost]
  for (const atom of atoms)
    if (wins(atom)) atom.chance *= win
    else if (loses(atom)) atom.chance *= lose
}

/** Returns are in two-thousandths of a cent, so that every factor is whole. */
const factorUnit = 2000n

function returnOf({ bets }: MergedPick, state: LegState): bigint {
  if (state === 'open') return 0n
  return bets.reduce((sum, { stake, price }) => sum + stake * legFactor(state, price).numerator, 0n)
}
