import { useLingui } from '@lingui/react/macro'
import type { CrashBet, CrashState } from '@nare/contract/crash'
import { useAmountText } from '@nare/ui/amount'
import { dateWithYear } from '@nare/ui/format'
import { formatMoney } from '@nare/money/money'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { useLocation } from 'wouter'
import { depositFor } from '../../slip/deposit-sum.ts'
import { useDepositTerms } from '../../slip/use-deposit-terms.ts'
import { nowMs } from '../../state/browser.ts'
import { endOf } from '../../state/exclusion.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import type { Limits } from './bet-panel.tsx'
import { multiplierIn, multiplierNow, payoutAt } from './flight.ts'
import { guardMs, type Act } from './panel.ts'
import type { SlotNo } from './slots.ts'
import { useFrames } from './use-frames.ts'
import { crashNow } from './use-line.ts'
import { slots } from './use-slots.ts'
import style from './panel.module.css'

type ActProps = {
  act: Act
  no: SlotNo
  bet: CrashBet | undefined
  round: CrashState | undefined
  stake: string
  limits: Limits | undefined
  auto: boolean
  onPlace: () => void
}

const payoutEveryMs = 66

/**
 * The one button of a bet, 56 px and always in the same place. It cashes out when it is touched, not when it is let go; a tap that
 * began while it did something else does nothing.
 */
export function ActButton({ act, no, bet, round, stake, limits, auto, onPlace }: ActProps) {
  const label = useRef<HTMLSpanElement>(null)
  const { text, run } = useAct({ act, no, bet, stake, limits, auto, onPlace })
  const amountText = useAmountText()
  const { t } = useLingui()
  const press = usePress(act)
  const isCut = act.do === 'cash_out' && act.cut === true
  const counts = act.do === 'cash_out' && !isCut && bet !== undefined && round?.started_at !== undefined
  useFrames(
    () => {
      if (!label.current || !bet || !round?.started_at) return
      const most = multiplierIn(bet.cashes_out_at) ?? Infinity
      const amount = amountText(payoutAt(bet.stake, Math.min(most, multiplierNow(round.started_at, crashNow()))))
      const shown = t`Cash out ${withCents(amount)}`
      if (label.current.textContent !== shown) label.current.textContent = shown
    },
    { on: counts, everyMs: payoutEveryMs },
  )
  return (
    <button
      type="button"
      className={style.act}
      data-act={act.do}
      data-cut={isCut || undefined}
      data-next={('next' in act && act.next) || undefined}
      aria-disabled={run === undefined || undefined}
      {...press(run)}
    >
      <span ref={label} key={counts ? 'counts' : text}>
        {text}
      </span>
    </button>
  )
}

/** Amounts of one stake keep their width: "46.00" and not "46" between "45.98" and "46.20". */
const withCents = (amount: string): string => (amount.includes('.') ? amount : `${amount}.00`)

/** Handlers that run a button's action at the right moment, and never the one of a state that has just begun. */
function usePress(act: Act) {
  const since = useRef({ what: act.do, before: act.do, atMs: 0 })
  const began = useRef<Act['do'] | undefined>(undefined)
  useEffect(() => {
    const { what } = since.current
    if (what !== act.do) since.current = { what: act.do, before: what, atMs: nowMs() }
  }, [act.do])
  const isNew = (): boolean => {
    const { what, before, atMs } = since.current
    return what !== act.do || nowMs() - atMs < guardMs(before, what)
  }
  return (run: (() => void) | undefined) => ({
    onPointerDown: ({ isPrimary, button }: PointerEvent): void => {
      if (!isPrimary || button !== 0) return
      began.current = isNew() ? undefined : act.do
      if (act.do === 'cash_out' && !isNew()) run?.()
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
    },
    onClick: ({ detail }: MouseEvent): void => {
      // A click without a pointer comes from the keyboard or from a screen reader.
      const isSame = detail === 0 || began.current === act.do
      began.current = undefined
      if (isSame && !isNew()) run?.()
    },
  })
}

type Doing = { text: string; run?: () => void }

function useAct({ act, no, bet, stake, limits, auto, onPlace }: Omit<ActProps, 'round'>): Doing {
  const { t, i18n } = useLingui()
  const active = useExclusion()
  const until = active && endOf(active)
  const end = until && dateWithYear(until, i18n.locale)
  const text = useAmountText()
  const [path, go] = useLocation()
  const terms = useDepositTerms()
  const waits: Readonly<Record<Extract<Act, { do: 'wait' }>['why'], string>> = {
    placing: t`Placing…`,
    cancelling: t`Taking back…`,
    cashing: t`Cashing out…`,
    checking: t`Checking with the server…`,
    settling: t`Waiting for the result…`,
  }
  const cutText = bet?.auto_cash_out
    ? t`Not connected: your automatic cash-out still counts`
    : t`Not connected: tap to try a cash-out`
  switch (act.do) {
    case 'cash_out':
      return { text: act.cut ? cutText : t`Cash out`, run: () => void slots.cashOut(no) }
    case 'cancel':
      return auto
        ? { text: t`Autoplay bet · ${text(bet?.stake)}` }
        : { text: t`Take back ${text(bet?.stake)}`, run: () => void slots.cancel(no) }
    case 'bet':
      if (auto) return { text: t`Autoplay places the next bet` }
      return { text: act.next ? t`Next round · ${text(stake)}` : t`Bet ${text(stake)}`, run: onPlace }
    case 'wait':
      return { text: waits[act.why] }
    case 'stake_small':
      return { text: t`Enter stake (min ${text(limits?.min_stake)})` }
    case 'stake_large':
      return { text: t`Maximum stake is ${text(limits?.max_stake)}` }
    case 'target':
      return { text: t`Auto cash-out starts at 1.01×` }
    case 'login':
      return { text: t`Log in to play`, run: () => go(`/login?to=${encodeURIComponent(path)}`) }
    case 'verify':
      return { text: t`Verify your phone to play`, run: () => go('/verify') }
    case 'limit':
      return { text: t`Limit reached: see your limits`, run: () => go('/profile?tab=limits') }
    case 'break':
      return { text: end ? t`On a break until ${end}` : t`Betting is stopped for you` }
    case 'offline':
      return { text: t`No connection` }
    case 'closed':
      return { text: t`Waiting for the next round…` }
    case 'deposit': {
      const amount = terms ? depositFor(act.missing, terms) : formatMoney(act.missing)
      return { text: t`Deposit ${text(amount)}`, run: () => go(`/deposit?amount=${amount.replace('.00', '')}`) }
    }
  }
}
