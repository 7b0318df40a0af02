import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { failureText } from '../../i18n/failure-text.ts'
import { refusals, type Refusal, type Slots } from './slots.ts'
import style from './crash.module.css'

/** Shown over the bottom of the flight: that the connection is lost, else why commands had no effect, by bet. */
export function FlightMessage({ now, isDisconnected }: { now: Slots; isDisconnected: boolean }) {
  if (isDisconnected)
    return (
      <div className={style.message}>
        <p role="alert">
          <Disconnected now={now} />
        </p>
      </div>
    )
  const refused = refusals(now)
  if (refused.length === 0) return null
  return (
    <div className={style.message}>
      {refused.map((refusal) => (
        <p key={refusal.slotNo} role="alert">
          <RefusalText {...refusal} />
        </p>
      ))}
    </div>
  )
}

function Disconnected({ now }: { now: Slots }) {
  const { t } = useLingui()
  const open = [now[1], now[2]].filter(({ bet }) => bet?.state === 'open')
  if (open.some(({ busy }) => busy !== 'idle'))
    return t`No connection. We keep trying to reach the server; until then your bet stays on.`
  if (open.some((slot) => slot.refusal?.code === 'not_sent'))
    return t`Not sent: no connection. Your bet stays on; try again when you're back.`
  if (open.length === 0) return t`No connection. Nothing new can be placed.`
  if (open.every(({ bet }) => bet?.auto_cash_out))
    return t`No connection. Your bet stays on and cashes out at its target; we look it up when you're back.`
  return t`No connection. Your bet stays on; we look it up when you're back.`
}

function RefusalText({ slotNo, refusal, command }: Refusal) {
  const { i18n } = useLingui()
  const amount = useAmountText()
  const letter = slotNo === 1 ? 'A' : 'B'
  return (
    <>
      <b>
        <Trans>Bet {letter}</Trans>
      </b>{' '}
      · {refusal.code === 'no_answer' ? <UnknownOutcome command={command} /> : failureText(i18n, refusal, amount)}
    </>
  )
}

function UnknownOutcome({ command }: Pick<Refusal, 'command'>) {
  const { t } = useLingui()
  if (command === 'cash_out') return t`We don't know yet whether you cashed out. You'll see it in your bets.`
  if (command === 'cancel') return t`We don't know yet whether your bet was taken back. You'll see it in your bets.`
  return t`We couldn't confirm this. If a bet was placed, it's in your bets.`
}
