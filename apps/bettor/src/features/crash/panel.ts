import type { CrashState } from '@nare/contract/crash'
import { parseMoney } from '@nare/money/money'
import { halfOf } from '../../play/half-of.ts'
import type { BetCta } from '../../slip/cta.ts'
import { multiplierIn } from './flight.ts'
import type { Slot } from './slots.ts'

/** What the button of a bet does now. */
export type ButtonState =
  /** `isDisconnected`: the current payout is unknown; trying costs nothing. */
  | { do: 'cash_out'; isDisconnected?: true }
  /** Cancels the bet; `next` if the bet is for the next round. */
  | { do: 'cancel'; next: boolean }
  | { do: 'bet'; next: boolean }
  | { do: 'wait'; why: 'placing' | 'cancelling' | 'cashing' | 'checking' | 'settling' }
  | { do: 'target_small' | 'target_large' | 'closed' }
  /** What the bettor must do before a bet, as with every bet button. */
  | { do: 'first'; cta: BetCta }

/** The lowest and the highest target that the server accepts, in hundredths. */
const [targetMin, targetMax] = [101, 100_000_000]

export type PanelFacts = {
  slot: Slot
  /** The current round; undefined before its first state arrives. */
  round: Pick<CrashState, 'phase' | 'round_id' | 'next'> | undefined
  /** The state of the button if this were a bet without target or round. */
  cta: BetCta
  /** As typed; empty means no automatic cash-out. */
  target: string
  /** Undefined until they are loaded. */
  limits: StakeLimits | undefined
  /** No connection: nothing new is placed. */
  isDisconnected: boolean
}

type StakeLimits = { min_stake: string; max_stake: string }

/** The first state that applies, in the order in which a bettor can act on them. */
export function buttonStateOf({ slot, round, cta, target, limits, isDisconnected }: PanelFacts): ButtonState {
  if (slot.busy !== 'idle') return { do: 'wait', why: slot.busy }
  if (slot.bet?.state === 'open') return stateOfOpenBet(slot.bet.round_id, round, isDisconnected)
  if (cta.state === 'break') return { do: 'first', cta }
  if (!limits) return { do: 'closed' }
  if (cta.state === 'stake' || cta.state === 'unreadable' || cta.state === 'too_large') return { do: 'first', cta }
  const hundredths = multiplierIn(target) ?? 0
  if (target !== '' && hundredths < targetMin) return { do: 'target_small' }
  if (hundredths > targetMax) return { do: 'target_large' }
  if (cta.state !== 'ok') return { do: 'first', cta }
  return round ? { do: 'bet', next: round.phase !== 'betting' } : { do: 'closed' }
}

function stateOfOpenBet(roundId: string, round: PanelFacts['round'], isDisconnected: boolean): ButtonState {
  if (roundId === round?.round_id && round.phase === 'flying')
    return { do: 'cash_out', ...(isDisconnected && { isDisconnected }) }
  if (roundId === round?.round_id && round.phase === 'betting') return { do: 'cancel', next: false }
  if (roundId === round?.next.round_id) return { do: 'cancel', next: true }
  return { do: 'wait', why: 'settling' }
}

/** How long the button ignores taps after a change of its action, because they were meant for the action before. */
export function guardMs(before: ButtonState['do'], now: ButtonState['do']): number {
  if (now === 'cash_out') return before === 'cancel' ? 250 : 0
  const isAfterTap = before === 'cash_out' || before === 'cancel' || before === 'wait'
  return isAfterTap && (now === 'bet' || now === 'cancel') ? 600 : 0
}

/** Half or double of a stake within the limits, as text for the field. */
export function scaledStake(stake: string, by: 'half' | 'double', limits: StakeLimits): string {
  const [amount, min] = [parseMoney(stake) ?? 0n, parseMoney(limits.min_stake) ?? 0n]
  const max = parseMoney(limits.max_stake) ?? amount * 2n
  const next = by === 'half' ? halfOf(amount) : amount * 2n
  const bounded = next < min ? min : next > max ? max : next
  return `${bounded / 100n}${bounded % 100n === 0n ? '' : `.${String(bounded % 100n).padStart(2, '0')}`}`
}
