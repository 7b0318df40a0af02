import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import type { BetValueState } from '@nare/contract/cash-out'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { failureText } from '../../../i18n/failure-text.ts'
import { useCountdown } from '../../../slip/use-countdown.ts'
import { useOnline } from '../../../slip/use-online.ts'
import type { RemainingBet } from '../../../state/bet-now.ts'
import { useWinTax, WinTaxFact } from '../../../slip/win-tax-fact.tsx'
import { figuresOf, winOfPart, type Part, type PartFigures } from './figures.ts'
import { PartSlider } from './part-slider.tsx'
import { useReasonText } from './reason-text.ts'
import { ValueAge } from './value-age.tsx'
import { useCashOut, type CashOutState, type PaidNow } from './use-cash-out.ts'
import style from './cash-out.module.css'

type PanelProps = {
  bet: Pick<BetView, 'bet_id' | 'returned' | 'stake' | 'bonus_stake'> & { left: RemainingBet }
  live: BetValueState | undefined
  /** The part that is chosen at first. */
  part: Part
  /** The state of the bet, which may be settled while the panel is open. */
  state: BetView['state']
  onPaid: (paid: PaidNow) => void
  onClose: () => void
}

/**
 * The cash-out confirmation inside the bet card: the payout, the possible payout given up, the choice of the part, and the confirm
 * button. The panel gets the focus when it opens; Escape closes it.
 */
export function CashOutPanel({ bet, live, part: first, state, onPaid, onClose }: PanelProps) {
  const { t } = useLingui()
  const id = useId()
  const isOver = state !== 'open'
  const [part, setPart] = useState(first)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const cashOut = useCashOut(bet, { live, onPaid })
  const isBusy = cashOut.stage === 'sending' || cashOut.stage === 'checking'
  const { amount } = cashOut.shown
  const figures = amount === undefined ? undefined : figuresOf({ amount, left: cashOut.left }, part)
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape' && !isBusy) onClose()
  }
  return (
    <div
      ref={panel}
      role="group"
      aria-label={t`Cash out bet #${bet.bet_id}`}
      aria-describedby={id}
      tabIndex={-1}
      className={style.panel}
      onKeyDown={onKeyDown}
    >
      {isOver && !isBusy ? (
        <Notice tone="info">
          {state === 'cashed_out'
            ? t`You've cashed out this bet`
            : t`This bet was settled first, so nothing was cashed out.`}
        </Notice>
      ) : (
        <>
          <div id={id}>
            <Figures figures={figures} cashOut={cashOut} part={part} />
            {figures && <PartTax bet={bet} left={cashOut.left} figures={figures} />}
          </div>
          <PartSlider value={part} all={amount} figures={figures} disabled={isBusy} onPick={setPart} />
          <Messages cashOut={cashOut} part={part} />
          <ConfirmButton cashOut={cashOut} figures={figures} onConfirm={() => cashOut.confirm(part)} />
        </>
      )}
      {!isBusy && (
        <Button wide look="plain" onClick={onClose}>
          {isOver || cashOut.unknown ? t`Close` : t`Keep the bet`}
        </Button>
      )}
    </div>
  )
}

/** The payout, and what is given up. The lines keep their space while there is no value. */
function Figures({ figures, cashOut, part }: { figures: PartFigures | undefined; cashOut: CashOutState; part: Part }) {
  const reasonText = useReasonText()
  const { fellFrom, shown, left, stage } = cashOut
  const before = fellFrom === undefined ? undefined : figuresOf({ amount: fellFrom, left }, part).pays
  return (
    <>
      <p className={style.pays}>
        <small>
          <Trans>You get</Trans>
        </small>
        {figures ? (
          <>
            {before && <s className="num">{before}</s>}
            <b>
              <Amount value={figures.pays} />
            </b>
            {before && <span aria-hidden="true">▼</span>}
            {shown.at && (
              <small className={style.age}>
                <ValueAge at={shown.at} />
              </small>
            )}
          </>
        ) : (
          <b className={style.paused}>{stage === 'quoting' ? '…' : reasonText(shown.reason)}</b>
        )}
      </p>
      <p className={style.gives}>
        {figures && (
          <Trans>
            You give up a possible payout of <Amount value={figures.givesUp} />.
          </Trans>
        )}
      </p>
    </>
  )
}

/** The tax on what the part pays above its stake, if it does. */
function PartTax({ bet, left, figures }: Pick<PanelProps, 'bet'> & { left: RemainingBet; figures: PartFigures }) {
  const tax = useWinTax('sports', [winOfPart({ ...bet, left }, figures)])
  return (
    tax &&
    Number(tax.amount) > 0 && (
      <p className={style.gives}>
        <WinTaxFact tax={tax} />
      </p>
    )
  )
}

/** Why the cash-out failed, or that its outcome is unknown. */
function Messages({ cashOut, part }: { cashOut: CashOutState; part: Part }) {
  const { i18n, t } = useLingui()
  const text = useAmountText()
  const { failed, fellFrom, shown, left, stage, unknown, notPaid } = cashOut
  if (stage === 'checking')
    return (
      <Notice tone="info">{t`We're checking whether your bet was cashed out. You don't need to do it again.`}</Notice>
    )
  if (unknown)
    return (
      <Notice>
        <Trans>
          We lost the connection before this was confirmed. If it went through, the money is in your balance. Trying
          again never cashes out twice.
        </Trans>
      </Notice>
    )
  if (notPaid) return <Notice>{t`Nothing was cashed out. Your bet stays as it is.`}</Notice>
  if (fellFrom !== undefined && shown.amount !== undefined) {
    const [before, current] = [fellFrom, shown.amount].map((amount) => text(figuresOf({ amount, left }, part).pays))
    return (
      <Notice>
        <Trans>
          The value fell from {before} to {current}. Nothing was cashed out yet.
        </Trans>
      </Notice>
    )
  }
  // `Figures` shows the reason of `not_available` in place of the amount.
  if (!failed || failed.code === 'not_available') return null
  if (failed.code === 'no_answer' || failed.code === 'not_sent')
    return <Notice>{t`No connection. Nothing was cashed out and your bet stays as it is.`}</Notice>
  return <Notice>{failureText(i18n, failed)}</Notice>
}

type ConfirmProps = { cashOut: CashOutState; figures: PartFigures | undefined; onConfirm: () => void }

/** The confirm button. Its label names the action, or why the button is disabled. */
function ConfirmButton({ cashOut: { stage, seconds, unknown }, figures, onConfirm }: ConfirmProps) {
  const { t } = useLingui()
  const text = useAmountText()
  const online = useOnline()
  if (stage === 'sending' && seconds > 0) return <LiveCheck key={seconds} seconds={seconds} />
  const label = (): string => {
    if (stage === 'checking') return t`Checking…`
    if (stage === 'sending') return t`Cashing out…`
    if (!online) return t`You're offline; cash-out is paused`
    if (unknown) return t`Try again`
    if (!figures) return stage === 'quoting' ? t`Asking for the value…` : t`Cash-out is paused`
    return t`Cash out ${text(figures.pays)}`
  }
  const isEnabled = stage === 'ready' && online && (unknown || figures !== undefined)
  return (
    <Button wide disabled={!isEnabled} className={style.money ?? ''} onClick={onConfirm}>
      {label()}
    </Button>
  )
}

/** Counts down the in-play delay before the server checks the value again, as for a live bet. */
function LiveCheck({ seconds }: { seconds: number }) {
  const left = useCountdown(seconds)
  return (
    <Button wide disabled>
      <Trans>Checking the value: {left} s</Trans>
    </Button>
  )
}
