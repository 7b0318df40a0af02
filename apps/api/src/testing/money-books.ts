import { random } from '#platform/random'
import { noJackpots, type JackpotBooks } from './money-jackpot-books.ts'
import { outcomes, type Outcome, type Verdict } from './money-steps.ts'
import type { SeededBettor } from './seed.ts'

/** The prices of every match of a scenario, in thousandths. */
export const prices: Readonly<Record<Outcome, bigint>> = { home_team: 2100n, draw: 3400n, away_team: 3600n }

/** A pick on a match of a scenario. */
export type Leg = { readonly match: number; readonly pick: Outcome }

/** A slip of the model: a single, or a multi on different matches. */
export type Slip = {
  readonly id: string
  readonly legs: readonly Leg[]
  readonly cents: bigint
  /** Whether it was placed by an edit of another bet. */
  readonly isEdit?: true
}

export const newSlip = (legs: readonly Leg[], shillings: number): Slip => ({
  id: random.uuid(),
  legs,
  cents: BigInt(shillings) * 100n,
})

/** A match of the model, with its current result. */
export type Game = { readonly id: string; result: Exclude<Verdict, 'rolled_back'> | undefined; open: boolean }
export type Games = ReadonlyMap<number, Game>

/** What the model knows of one bettor's insurance: what each bet has earned, in cents, and how much of it was given. */
export type InsuranceBooks = {
  promotion: bigint | undefined
  /** The slips that were accepted since the bettor joined. */
  readonly slips: Set<string>
  readonly earned: Map<string, bigint>
  given: bigint
}

const noInsurance = (): InsuranceBooks => ({
  promotion: undefined,
  slips: new Set(),
  earned: new Map(),
  given: 0n,
})

/** The model of one bettor: matches and accepted bets. Payments are read from their rows. */
export type Books = {
  readonly bettor: SeededBettor
  readonly games: Map<number, Game>
  readonly bets: Map<string, Slip>
  /** The amounts of cash-outs, in cents, by the id of their slip. */
  readonly cashOuts: Map<string, bigint>
  readonly jackpots: JackpotBooks
  /** The bonus part of each accepted bet, in cents, by the id of its slip. */
  readonly bonusStakes: Map<string, bigint>
  readonly insurance: InsuranceBooks
  /** The sum of all grants, in cents, without those of the insurance. */
  granted: bigint
  /** Points awarded in addition to those of settled bets, and points redeemed. */
  awarded: bigint
  redeemed: bigint
}

export const openBooks = (bettor: SeededBettor): Books => ({
  bettor,
  games: new Map(),
  bets: new Map(),
  cashOuts: new Map(),
  jackpots: noJackpots(),
  bonusStakes: new Map(),
  insurance: noInsurance(),
  granted: 0n,
  awarded: 0n,
  redeemed: 0n,
})

/** Writes an accepted bet into the books, with its bonus part in cents. */
export function addBet({ bets, bonusStakes, insurance }: Books, slip: Slip, bonusStake: bigint): void {
  if (!bets.has(slip.id) && insurance.promotion !== undefined) insurance.slips.add(slip.id)
  bets.set(slip.id, slip)
  bonusStakes.set(slip.id, bonusStake)
}

export type StateOfLeg = 'open' | 'won' | 'lost' | 'void'

/** The state of a leg by the current result of its match. */
export function legState({ match, pick }: Leg, games: Games): StateOfLeg {
  const result = games.get(match)?.result
  if (result === undefined) return 'open'
  if (result === 'cancelled') return 'void'
  return result === pick ? 'won' : 'lost'
}

/** Whether a bet is open: neither cashed out, nor lost by a leg, nor decided. */
export function isOpen({ id, legs }: Slip, { games, cashOuts }: Books): boolean {
  const states = legs.map((leg) => legState(leg, games))
  return !cashOuts.has(id) && !states.includes('lost') && states.includes('open')
}

/** The boost of a multi on its profit, in percent, by the legs that are won: all prices of the model count for it. */
const boostPercent = (won: number): bigint => (won >= 5 ? 10n : won >= 3 ? 5n : 0n)

/** The return of a bet in cents, rounded down: its cash-out, or the return by the current results. Nothing while it is open. */
export function returnOf(slip: Slip, books: Books): bigint {
  const { id, legs, cents } = slip
  const cashedOut = books.cashOuts.get(id)
  if (cashedOut !== undefined) return cashedOut
  if (legs.some((leg) => legState(leg, books.games) === 'lost') || isOpen(slip, books)) return 0n
  const won = legs.filter((leg) => legState(leg, books.games) === 'won')
  let [gross, parts] = [cents, 1n]
  for (const { pick } of won) [gross, parts] = [gross * prices[pick], parts * 1000n]
  return (gross * 100n + boostPercent(won.length) * (gross - cents * parts)) / (parts * 100n)
}

/**
 * Applies a verdict to a match. A match whose cancellation is rolled back is open again; one whose score is rolled back has finished
 * and stays closed.
 */
export function applyVerdict(game: Game, verdict: Verdict): void {
  if (verdict !== 'rolled_back') Object.assign(game, { result: verdict, open: false })
  else if (game.result) Object.assign(game, { result: undefined, open: game.result === 'cancelled' })
}

export const scoreOf = (pick: Outcome): string => ['1:0', '1:1', '0:1'][outcomes.indexOf(pick)] ?? ''
