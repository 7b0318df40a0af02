import type { GameRound } from '@nare/contract/games'
import { checkRound, type Check, type CheckName, type PublishedRound } from '@nare/games/check'

export type StepName = Exclude<CheckName, 'stake_back'> | 'seen'
/** One step of the check. */
export type Step = Omit<Check, 'name'> & { readonly name: StepName }
/** The steps of a check. If the game rejects the round, `refused` is the reason. */
export type Checked = { readonly steps: readonly Step[]; readonly refused?: string }

/** True if a round can be checked: it has ended and its server seed is published. */
export const isCheckable = ({ state, fairness }: GameRound): boolean =>
  state === 'done' && fairness.server_seed !== undefined

/** Checks a finished round. `seen` is the seed hash that this browser received during the round. */
export function checkedRound(round: GameRound, seen: string | undefined): Checked {
  const { server_seed_hash: published, server_seed: serverSeed = '' } = round.fairness
  // The contract has an empty list of moves for games without moves.
  const { checks, refused } = checkRound(round as unknown as PublishedRound, serverSeed)
  const steps = checks.map((check): Step => ({ ...check, name: check.name === 'stake_back' ? 'payout' : check.name }))
  if (seen !== undefined) steps.splice(1, 0, { name: 'seen', ok: published === seen, published, computed: seen })
  return { steps, ...(refused !== undefined && { refused }) }
}
