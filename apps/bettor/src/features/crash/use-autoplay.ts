import type { CrashState } from '@nare/contract/crash'
import { useEffect, useEffectEvent } from 'react'
import { signal, useSignal } from '../../state/signal.ts'
import { afterBet, nextStep, startRun, type AutoPlan, type AutoRun, type AutoStop } from './autoplay.ts'
import type { Slots } from './slots.ts'
import { slots } from './use-slots.ts'

export type Autoplay = {
  run: AutoRun | undefined
  start: (plan: AutoPlan) => void
  stop: () => void
  /** Removes a run that has stopped. */
  dismiss: () => void
}

type Facts = { now: Slots; round: CrashState | undefined; cut: boolean; onBreak: boolean }

const current = signal<AutoRun | undefined>(undefined)
let placing = false

const stopFor = (reason: AutoStop): void => {
  const run = current.get()
  if (run && !run.stopped) current.set({ ...run, stopped: reason })
}

/** Automatic play on bet A: places the next bet once the last one is decided. It ends with the screen. */
export function useAutoplay({ now, round, cut, onBreak }: Facts): Autoplay {
  const run = useSignal(current)
  const phase = round?.phase
  const step = useEffectEvent(() => void advance({ now, round, cut, onBreak }))
  useEffect(() => step(), [run, now, phase, cut, onBreak])
  useEffect(() => () => current.set(undefined), [])
  return {
    run,
    start: (plan) => current.set(startRun(plan)),
    stop: () => stopFor('by_you'),
    dismiss: () => current.set(undefined),
  }
}

async function advance({ now, round, cut, onBreak }: Facts): Promise<void> {
  const run = current.get()
  if (!run || run.stopped || placing) return
  const decided = now.over.find(({ bet_id }) => bet_id === run.betId)
  if (decided) return current.set(afterBet(run, decided))
  const next = nextStep(run)
  if (next === 'wait') return
  if (next !== 'place') return stopFor(next)
  if (onBreak || cut) return stopFor(onBreak ? 'break' : 'cut')
  if (!round || now[1].busy !== 'idle' || now[1].bet?.state === 'open') return
  placing = true
  const bet = await slots.place({ slot: 1, stake: run.stake, target: run.target }).finally(() => (placing = false))
  const after = current.get()
  if (!after) return
  if (bet) current.set({ ...after, placed: after.placed + 1, betId: bet.bet_id })
  else stopFor('refused')
}
