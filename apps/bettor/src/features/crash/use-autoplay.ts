import type { CrashState } from '@nare/contract/crash'
import { useEffect, useEffectEvent } from 'react'
import { isAway } from '../../play/automatic.ts'
import { signal, useSignal } from '../../state/signal.ts'
import { afterBet, nextStep, startRun, type AutoPlan, type AutoRun, type AutoStop } from './autoplay.ts'
import type { Slots } from './slots.ts'
import { slots } from './use-slots.ts'

export type Autoplay = {
  run: AutoRun | undefined
  start: (plan: AutoPlan) => void
  stop: () => void
  /** Removes a stopped run. */
  dismiss: () => void
}

type Game = { now: Slots; round: CrashState | undefined; isDisconnected: boolean; onBreak: boolean }

const current = signal<AutoRun | undefined>(undefined)
let placing = false

const stop = (reason: AutoStop): void => {
  const run = current.get()
  if (run && !run.stopped) current.set({ ...run, stopped: reason })
}

/** Autoplay on bet A: places the next bet after the last one is settled. It ends when the screen closes. */
export function useAutoplay({ now, round, isDisconnected, onBreak }: Game): Autoplay {
  const run = useSignal(current)
  const phase = round?.phase
  const step = useEffectEvent(() => void advance({ now, round, isDisconnected, onBreak }))
  useEffect(() => step(), [run, now, phase, isDisconnected, onBreak])
  useEffect(() => () => current.set(undefined), [])
  return {
    run,
    start: (plan) => current.set(startRun(plan)),
    stop: () => stop('by_you'),
    dismiss: () => current.set(undefined),
  }
}

async function advance({ now, round, isDisconnected, onBreak }: Game): Promise<void> {
  const run = current.get()
  if (!run || run.stopped || placing) return
  const settled = now.settledBets.find(({ bet_id }) => bet_id === run.betId)
  if (settled) return current.set(afterBet(run, settled))
  const next = nextStep(run)
  if (next === 'wait') return
  if (next !== 'place') return stop(next)
  if (onBreak || isDisconnected) return stop(onBreak ? 'break' : 'disconnected')
  // The form that started it is a dialog, which may still be closing.
  if (run.placed > 0 && isAway()) return stop('away')
  if (!round || now[1].busy !== 'idle' || now[1].bet?.state === 'open') return
  placing = true
  const bet = await slots.place({ slot: 1, stake: run.stake, target: run.target }).finally(() => (placing = false))
  const after = current.get()
  if (!after) return
  if (bet) current.set({ ...after, placed: after.placed + 1, betId: bet.bet_id })
  else stop('refused')
}
