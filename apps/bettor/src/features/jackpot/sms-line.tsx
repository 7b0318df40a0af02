import { Trans } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { jackpotSms } from './picks.ts'
import type { TicketNow } from './use-ticket.ts'
import style from './jackpot-slip.module.css'

/** The ticket as the text of an SMS. */
export function SmsLine({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  return (
    <p className={style.sms}>
      <Trans>By SMS</Trans> <code>{jackpotSms(pool, ticket.picks)}</code>
    </p>
  )
}
