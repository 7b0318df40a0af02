import type { Money } from '@nare/money/money'
import { fitsStop } from '../../play/automatic.ts'
import { netOf } from './figures.ts'
import type { BetEnd } from './game-session.ts'

/** What the bettor agrees to before automatic play begins. At most `lossMost` is lost in all, whatever the rounds bring. */
export type AutoPlan = { readonly rounds: number; readonly stake: Money; readonly lossMost: Money }

/** Why automatic play ended: its rounds are over, the next stake could lose too much, or one of the reasons to stop at once. */
export type AutoEnding = 'all_played' | 'loss' | 'refused' | 'no_answer' | 'stopped' | 'away'

export type AutoState =
  | { readonly is: 'off' }
  | { readonly is: 'playing'; readonly plan: AutoPlan; readonly played: number; readonly net: bigint }
  | {
      readonly is: 'ended'
      readonly plan: AutoPlan
      readonly played: number
      readonly net: bigint
      readonly because: AutoEnding
    }

type Progress = {
  plan: AutoPlan
  played: number
  /** Returns less stakes so far, in cents. */
  net: bigint
  isStopped: boolean
  /** True while the bettor does not see the game: in another tab, or below a dialog such as the reality check. */
  isAway: boolean
}

/** Whether another round may begin, or why not. */
export function nextOf({ plan, played, net, isStopped, isAway }: Progress): 'bet' | AutoEnding {
  if (isStopped) return 'stopped'
  if (played >= plan.rounds) return 'all_played'
  if (!fitsStop({ stake: plan.stake, net, lossMost: plan.lossMost })) return 'loss'
  return isAway ? 'away' : 'bet'
}

type Deps = {
  /** Places one ordinary bet, by a command of its own. */
  bet: () => Promise<BetEnd>
  /** Resolves once the bettor has seen the result of the round. */
  shown: (roundId: string) => Promise<void>
  isAway: () => boolean
  onChanged: (state: AutoState) => void
}

export type AutoRun = { stop: () => void; ended: Promise<void> }

/**
 * Plays the rounds of a plan one after the other. It ends with the first bet that is refused, or whose answer is late or lost, and no bet
 * is sent after `stop`.
 */
export function playRounds(plan: AutoPlan, { bet, shown, isAway, onChanged }: Deps): AutoRun {
  let isStopped = false
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = () => {
      isStopped = true
      resolve()
    }
  })

  async function run(): Promise<void> {
    let [played, net] = [0, 0n]
    const end = (because: AutoEnding): void => onChanged({ is: 'ended', plan, played, net, because })
    onChanged({ is: 'playing', plan, played, net })
    for (;;) {
      const next = nextOf({ plan, played, net, isStopped, isAway: isAway() })
      if (next !== 'bet') return end(next)
      const ended = await bet()
      if (ended?.is !== 'done') return end(ended?.is === 'unknown' ? 'no_answer' : 'refused')
      played++
      net += netOf(ended.round)
      if (ended.late) return end('no_answer')
      onChanged({ is: 'playing', plan, played, net })
      await Promise.race([shown(ended.round.round_id), stopped])
    }
  }

  return { stop, ended: run() }
}
