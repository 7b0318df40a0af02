import type { GameRound } from '@nare/contract/games'
import { playCalled, playLeftOpen, type CalledResult, type CalledRound } from '@nare/games/called'
import { multiplierText, serverSeedHash } from '@nare/games/games'
import { formatMoney, money, parseMoney } from '@nare/money/money'

export type StepName = 'hash' | 'seen' | 'result' | 'stakes' | 'multiplier' | 'payout'
/** One step of the check in the order in which a bettor can follow it. */
export type Step = { name: StepName; ok: boolean; published: string; computed: string }
/** A checked round: its steps, and the result that the seeds give, which the words of the check tell. */
export type Checked = { steps: Step[]; result?: CalledResult; refused?: string }

/** Whether a round can be checked: it has ended and its server seed is published. */
export const isCheckable = ({ state, fairness }: GameRound): boolean =>
  state === 'done' && fairness.server_seed !== undefined

/**
 * Plays a finished round again from its seeds and compares every value with what was published. `seen` is the hash that this browser
 * saw with the round while it was played.
 */
export function checkRound(round: GameRound, seen: string | undefined): Checked {
  const { server_seed_hash: sealed, client_seed: clientSeed, nonce, server_seed: serverSeed = '' } = round.fairness
  const steps = [step('hash', sealed, serverSeedHash(serverSeed))]
  if (seen !== undefined) steps.push(step('seen', sealed, seen))
  // The contract gives an empty list of moves where the rules have none.
  const called = round as unknown as CalledRound
  const [stake, maxWin] = [parseMoney(round.stake) ?? money(0n), parseMoney(round.max_win) ?? money(0n)]
  const given = { seeds: { serverSeed, clientSeed, nonce }, terms: { stake, maxWin } }
  const played = playCalled(called, given)
  if (!played.ok) return { steps, refused: played.reason }
  const { result, staked } = played.round
  steps.push(step('result', textOf(round.result), textOf(result)), step('stakes', round.staked, formatMoney(staked)))
  // A round that was left open is cashed out or stood; only with nothing to cash out is its stake returned.
  const ended = playLeftOpen(called, given)
  if (ended && !ended.ok) return { steps, refused: ended.reason }
  if (!ended) steps.push(step('payout', round.payout, round.staked))
  else {
    steps.push(step('multiplier', round.multiplier, multiplierText(ended.round.multiplier)))
    steps.push(step('payout', round.payout, formatMoney(ended.round.payout)))
  }
  return { steps, result }
}

const step = (name: StepName, published: string, computed: string): Step => ({
  ...{ name, ok: published === computed, published, computed },
})

/** JSON with its names in order, so that equal values are equal texts. */
const textOf = (value: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))))
