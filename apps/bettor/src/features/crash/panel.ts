import type { CrashState } from '@nare/contract/crash'
import { money, parseMoney, type Money } from '@nare/money/money'
import { multiplierIn } from './flight.ts'
import type { Slot } from './slots.ts'

/** What the one button of a bet does now. */
export type Act =
  /** `cut`: the connection is lost, so what it pays now is unknown; trying costs nothing. */
  | { do: 'cash_out'; cut?: true }
  /** Takes the bet back; `next` where its round comes after the present one. */
  | { do: 'cancel'; next: boolean }
  | { do: 'bet'; next: boolean }
  | { do: 'wait'; why: 'placing' | 'cancelling' | 'cashing' | 'checking' | 'settling' }
  | { do: 'stake_small' | 'stake_large' | 'target' }
  | { do: 'login' | 'verify' | 'limit' | 'break' | 'offline' | 'closed' }
  | { do: 'deposit'; missing: Money }

export type PanelFacts = {
  slot: Slot
  /** The round that is shown; undefined before the first state of it arrived. */
  round: Pick<CrashState, 'phase' | 'round_id' | 'next'> | undefined
  /** As typed; an empty target is none. */
  stake: string
  target: string
  /** Undefined until they arrive. */
  limits: { min_stake: string; max_stake: string } | undefined
  /** Null for a guest; undefined while it is not known, when no deposit is asked for. */
  balance: string | null | undefined
  onBreak: boolean
  /** No connection: nothing new is placed. */
  cut: boolean
}

/** The first thing that applies, in the order in which a bettor can act on it. */
export function actOf({ slot, round, stake, target, limits, balance, onBreak, cut }: PanelFacts): Act {
  if (slot.busy !== 'idle') return { do: 'wait', why: slot.busy }
  if (slot.bet?.state === 'open') return actOfOpen(slot.bet.round_id, round, cut)
  if (balance !== null && (onBreak || slot.refusal?.code === 'self_excluded')) return { do: 'break' }
  if (!limits) return { do: 'closed' }
  const amount = parseMoney(stake) ?? 0n
  if (amount === 0n || amount < (parseMoney(limits.min_stake) ?? 0n)) return { do: 'stake_small' }
  if (amount > (parseMoney(limits.max_stake) ?? amount)) return { do: 'stake_large' }
  if (target !== '' && (multiplierIn(target) ?? 0) < 101) return { do: 'target' }
  if (balance === null) return { do: 'login' }
  if (slot.refusal?.code === 'not_verified') return { do: 'verify' }
  if (slot.refusal?.code === 'limit_reached') return { do: 'limit' }
  if (cut) return { do: 'offline' }
  if (!round) return { do: 'closed' }
  const known = parseMoney(balance ?? '')
  if (known !== undefined && amount > known) return { do: 'deposit', missing: money(amount - known) }
  return { do: 'bet', next: round.phase !== 'betting' }
}

function actOfOpen(roundId: string, round: PanelFacts['round'], cut: boolean): Act {
  if (roundId === round?.round_id && round.phase === 'flying') return { do: 'cash_out', ...(cut && { cut }) }
  if (roundId === round?.round_id && round.phase === 'betting') return { do: 'cancel', next: false }
  if (roundId === round?.next.round_id) return { do: 'cancel', next: true }
  return { do: 'wait', why: 'settling' }
}

/** How long a button that has just begun to do something else takes no tap: one that was meant for what it did before. */
export function guardMs(before: Act['do'], now: Act['do']): number {
  if (now === 'cash_out') return before === 'cancel' ? 250 : 0
  const isAfterTap = before === 'cash_out' || before === 'cancel' || before === 'wait'
  return isAfterTap && (now === 'bet' || now === 'cancel') ? 600 : 0
}

/** Half or double a stake, within the limits, as typed text. */
export function scaledStake(stake: string, by: 'half' | 'double', limits: NonNullable<PanelFacts['limits']>): string {
  const [amount, least] = [parseMoney(stake) ?? 0n, parseMoney(limits.min_stake) ?? 0n]
  const most = parseMoney(limits.max_stake) ?? amount * 2n
  const next = by === 'half' ? amount / 2n : amount * 2n
  const bounded = next < least ? least : next > most ? most : next
  return `${bounded / 100n}${bounded % 100n === 0n ? '' : `.${String(bounded % 100n).padStart(2, '0')}`}`
}
