import { useLingui } from '@lingui/react/macro'
import type { CrashBet, CrashState } from '@nare/contract/crash'
import { useAmountText } from '@nare/ui/amount'
import { useFrames } from '@nare/ui/use-frames'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { playSound } from '../../play/sounds.ts'
import { useGameKey } from '../../play/use-game-key.ts'
import { useBetAction, type BetAction } from '../../slip/use-bet-action.ts'
import { nowMs } from '../../state/browser.ts'
import { useNetOf } from '../../slip/win-tax-fact.tsx'
import { multiplierIn, multiplierNow, payoutAt } from './flight.ts'
import { guardMs, type ButtonState } from './panel.ts'
import type { SlotNo } from './slots.ts'
import { crashNow } from './use-round-connection.ts'
import { slots } from './use-slots.ts'
import style from './panel.module.css'

type ButtonProps = {
  state: ButtonState
  slotNo: SlotNo
  bet: CrashBet | undefined
  round: CrashState | undefined
  stake: string
  auto: boolean
  /** Undefined while nothing can be placed. */
  onPlace: (() => void) | undefined
}

const payoutEveryMs = 66

/**
 * The one button of a bet, 56 px high and always in the same place. It cashes out on pointer down, not on release. A tap that began
 * while the button had another action does nothing.
 */
export function BetButton({ state, slotNo, bet, round, stake, auto, onPlace }: ButtonProps) {
  const label = useRef<HTMLSpanElement>(null)
  const { label: text, run: act } = useAction({ state, slotNo, bet, stake, auto, onPlace })
  const run =
    act &&
    ((): void => {
      playSound('press')
      act()
    })
  const amountText = useAmountText()
  const netOf = useNetOf('games')
  const { t } = useLingui()
  const { press, isNew } = usePressHandlers(state)
  const runByKey = (...when: ButtonState['do'][]): boolean => {
    if (!when.includes(state.do)) return false
    if (!isNew()) run?.()
    return true
  }
  // The space bar never bets: it may be pressed a moment after the flight has ended.
  useGameKey(slotNo === 1 ? ' ' : undefined, () => runByKey('cash_out'))
  useGameKey(slotNo === 1 ? 'a' : 'b', () => runByKey('bet', 'cash_out'))
  const isDisconnected = state.do === 'cash_out' && state.isDisconnected === true
  const isCounting = state.do === 'cash_out' && !isDisconnected && bet !== undefined && round?.started_at !== undefined
  useFrames(
    () => {
      if (!label.current || !bet || !round?.started_at) return
      const max = multiplierIn(bet.cashes_out_at) ?? Infinity
      const win = payoutAt(bet.stake, Math.min(max, multiplierNow(round.started_at, crashNow())))
      const amount = amountText(netOf({ stake: bet.stake, win }))
      const shown = t`Cash out ${withCents(amount)}`
      if (label.current.textContent !== shown) label.current.textContent = shown
    },
    { on: isCounting, everyMs: payoutEveryMs },
  )
  return (
    <button
      type="button"
      className={style.act}
      data-act={state.do === 'first' ? state.cta.state : state.do}
      data-disconnected={isDisconnected || undefined}
      data-next={('next' in state && state.next) || undefined}
      aria-disabled={run === undefined || undefined}
      {...press(run)}
    >
      <span ref={label} key={isCounting ? 'counting' : text}>
        {text}
      </span>
    </button>
  )
}

/** Always with cents, so that the width does not change while counting: "46.00", not "46". */
const withCents = (amount: string): string => (amount.includes('.') ? amount : `${amount}.00`)

/** Handlers that run the button's action, and ignore taps just after the action has changed. */
function usePressHandlers(state: ButtonState) {
  const since = useRef({ what: state.do, before: state.do, atMs: 0 })
  const began = useRef<ButtonState['do'] | undefined>(undefined)
  useEffect(() => {
    const { what } = since.current
    if (what !== state.do) since.current = { what: state.do, before: what, atMs: nowMs() }
  }, [state.do])
  const isNew = (): boolean => {
    const { what, before, atMs } = since.current
    return what !== state.do || nowMs() - atMs < guardMs(before, what)
  }
  const press = (run: (() => void) | undefined) => ({
    onPointerDown: ({ isPrimary, button }: PointerEvent): void => {
      if (!isPrimary || button !== 0) return
      began.current = isNew() ? undefined : state.do
      if (state.do === 'cash_out' && !isNew()) run?.()
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
    },
    onClick: ({ detail }: MouseEvent): void => {
      // A click without a pointer comes from the keyboard or a screen reader.
      const isSame = detail === 0 || began.current === state.do
      began.current = undefined
      if (isSame && !isNew()) run?.()
    },
  })
  return { press, isNew }
}

function useAction({ state, slotNo, bet, stake, auto, onPlace }: Omit<ButtonProps, 'round'>): BetAction {
  const { t } = useLingui()
  const text = useAmountText()
  const actionOf = useBetAction({ place: onPlace, back: 'nare-games/crash' })
  const waits: Readonly<Record<Extract<ButtonState, { do: 'wait' }>['why'], string>> = {
    placing: actionOf({ state: 'sending' }).label,
    cancelling: t`Taking back…`,
    cashing: t`Cashing out…`,
    checking: actionOf({ state: 'checking' }).label,
    settling: t`Waiting for the result…`,
  }
  const disconnectedText = bet?.auto_cash_out
    ? t`Not connected: your automatic cash-out still counts`
    : t`Not connected: tap to try a cash-out`
  switch (state.do) {
    case 'cash_out':
      return { label: state.isDisconnected ? disconnectedText : t`Cash out`, run: () => void slots.cashOut(slotNo) }
    case 'cancel':
      return auto
        ? { label: t`Autoplay bet · ${text(bet?.stake)}` }
        : { label: t`Take back ${text(bet?.stake)}`, run: () => void slots.cancel(slotNo) }
    case 'bet':
      if (auto) return { label: t`Autoplay places the next bet` }
      return { label: state.next ? t`Next round · ${text(stake)}` : t`Bet ${text(stake)}`, run: onPlace }
    case 'wait':
      return { label: waits[state.why] }
    case 'target_small':
      return { label: t`Auto cash-out starts at 1.01×` }
    case 'target_large':
      return { label: t`Auto cash-out ends at 1,000,000×` }
    case 'closed':
      return { label: t`Waiting for the next round…` }
    case 'first':
      return actionOf(state.cta)
  }
}
