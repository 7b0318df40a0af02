import { formatMoney, money, parseMoney } from '@nare/money/money'
import { costAtMost, fitsStop } from '../../play/automatic.ts'
import { multiplierIn } from './flight.ts'

/** No house allows more. */
const roundsHighest = 20

/** The settings of autoplay as typed; amounts and target are decimal text. */
export type AutoPlan = { stake: string; target: string; rounds: string; lossStop: string }

export type AutoFault = 'stake_small' | 'stake_large' | 'target' | 'rounds' | 'loss_empty' | 'loss_small'
/** `rounds`: the most that the house allows. */
export type Limits = { min_stake: string; max_stake: string; rounds: number }

/** A running or stopped plan; `lossStop` and `net` are in cents. */
export type AutoRun = {
  stake: string
  target: string
  rounds: number
  lossStop: bigint
  placed: number
  /** Returns minus stakes of the settled rounds, in cents. */
  net: bigint
  /** The bet that is not settled yet. */
  betId?: string
  stopped?: AutoStop
}
export type AutoStop = 'done' | 'loss' | 'by_you' | 'refused' | 'disconnected' | 'break' | 'away'

/** The first fault of each field of a plan; empty if the plan may start. */
export function planFaults(plan: AutoPlan, limits: Limits): AutoFault[] {
  const stake = parseMoney(plan.stake) ?? 0n
  const stop = parseMoney(plan.lossStop) ?? 0n
  const target = multiplierIn(plan.target) ?? 0
  const faults: AutoFault[] = []
  if (stake === 0n || stake < (parseMoney(limits.min_stake) ?? 0n)) faults.push('stake_small')
  else if (stake > (parseMoney(limits.max_stake) ?? stake)) faults.push('stake_large')
  if (target < 101) faults.push('target')
  if ((roundsOf(plan) ?? Infinity) > limits.rounds) faults.push('rounds')
  if (stop === 0n) faults.push('loss_empty')
  else if (stop < stake) faults.push('loss_small')
  return faults
}

/** The total stake and the maximum loss of a plan; undefined without a valid stake and number of rounds. */
export function costOf(plan: AutoPlan): { total: string; mostLost: string | undefined } | undefined {
  const stake = parseMoney(plan.stake)
  const rounds = roundsOf(plan)
  if (stake === undefined || rounds === undefined) return undefined
  const total = stake * BigInt(rounds)
  const stop = parseMoney(plan.lossStop)
  const mostLost = stop === undefined || stop === 0n ? undefined : costAtMost({ total, lossMost: stop })
  return {
    total: formatMoney(money(total)),
    mostLost: mostLost === undefined ? undefined : formatMoney(money(mostLost)),
  }
}

/** Starts a plan that has no faults. */
export function startRun(plan: AutoPlan): AutoRun {
  return {
    stake: formatMoney(parseMoney(plan.stake) ?? money(0n)),
    target: plan.target,
    rounds: roundsOf(plan) ?? 0,
    lossStop: parseMoney(plan.lossStop) ?? 0n,
    placed: 0,
    net: 0n,
  }
}

/** Whether a run places its next bet, waits for its last one, or stops. A bet that could exceed the loss stop is not placed. */
export function nextStep(run: AutoRun): 'place' | 'wait' | AutoStop {
  if (run.stopped) return run.stopped
  if (run.betId !== undefined) return 'wait'
  if (run.placed >= run.rounds) return 'done'
  const fits = fitsStop({ stake: parseMoney(run.stake) ?? 0n, net: run.net, lossMost: run.lossStop })
  return fits ? 'place' : 'loss'
}

/** The run after its bet was settled. A void bet counts as a round with a net of zero. */
export function afterBet(run: AutoRun, bet: { bet_id: string; stake: string; returned: string }): AutoRun {
  if (bet.bet_id !== run.betId) return run
  const { betId: _, ...rest } = run
  return { ...rest, net: run.net + (parseMoney(bet.returned) ?? 0n) - (parseMoney(bet.stake) ?? 0n) }
}

function roundsOf({ rounds }: Pick<AutoPlan, 'rounds'>): number | undefined {
  const count = /^\d{1,2}$/.test(rounds) ? Number(rounds) : 0
  return count >= 1 && count <= roundsHighest ? count : undefined
}
