import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { isoDay } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { failureText } from '../../i18n/failure-text.ts'
import { serverNow } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import { useSignal } from '../../state/signal.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { taxPercent } from '../../tax/tax.ts'
import { progress } from './place-jackpot.ts'
import { PlaceButton } from './place-button.tsx'
import { SmsLine } from './sms-line.tsx'
import { BoundText, useExtrasText } from './texts.tsx'
import { useIsOpen } from './use-pools.ts'
import type { TicketNow } from './use-ticket.ts'
import style from './jackpot-slip.module.css'

/** The pinned foot of the slip: refusals, missing picks, lines × stake, and the button. */
export function SlipFoot({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const extras = useExtrasText()
  const extra = extras(ticket)
  const tax = useApp(({ data }) => taxPercent(data.app_config?.taxes ?? [], 'withdrawal', isoDay(serverNow())))
  return (
    <div className={style.foot}>
      <FootNotice pool={pool} ticket={ticket} />
      <dl className={style.sums}>
        <div>
          <dt>
            <Trans>
              {ticket.picked} of {pool.matches.length} picked
            </Trans>
            {extra && <> · {extra}</>}
          </dt>
          <dd className="num">
            <Plural value={ticket.lines} one="# line" other="# lines" /> × <Amount value={pool.stake} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>You pay</Trans>
          </dt>
          <dd>
            <b>
              <Amount value={ticket.cost} />
            </b>
          </dd>
        </div>
        {Number(tax) > 0 && (
          <div>
            <dt>
              <Trans>Tax at withdrawal</Trans>
            </dt>
            <dd>{tax.replace(/\.0+$/, '')}%</dd>
          </div>
        )}
      </dl>
      {ticket.missing === 0 && <SmsLine pool={pool} ticket={ticket} />}
      <PlaceButton pool={pool} ticket={ticket} />
      <AutoAndClear pool={pool} ticket={ticket} />
    </div>
  )
}

/** The buttons that draw missing or automatic picks and that empty the slip. */
function AutoAndClear({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const isOpen = useIsOpen(pool)
  const pause = useExclusion()
  return (
    <p className={style.actions}>
      {isOpen && !pause && (ticket.missing > 0 || ticket.hasAuto) && (
        <Button small look="plain" onClick={ticket.pickRest}>
          {ticket.missing > 0 ? <Trans>Pick the rest for me</Trans> : <Trans>Pick those again</Trans>}
        </Button>
      )}
      <Button small look="plain" onClick={ticket.clear}>
        <Trans>Clear</Trans>
      </Button>
    </p>
  )
}

/** The reason why the ticket was refused, or a message that its outcome is unknown. */
export function FootNotice({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const { i18n } = useLingui()
  const amount = useAmountText()
  const owner = useApp(({ auth }) => auth.user?.id ?? null)
  const now = useSignal(progress)
  const isOpen = useIsOpen(pool)
  if (ticket.bound) {
    return (
      <Notice tone="info">
        <BoundText bound={ticket.bound} pool={pool} />
      </Notice>
    )
  }
  const { stage, refusal } =
    now.owner === owner && now.jackpotId === pool.jackpot_id ? now : { stage: 'idle', refusal: null }
  if (stage === 'checking')
    return (
      <Notice tone="info">
        <Trans>We're checking whether your ticket was placed. You don't need to place it again.</Trans>
      </Notice>
    )
  if (refusal?.code === 'no_answer')
    return (
      <Notice>
        <Trans>
          We lost the connection before your ticket was confirmed. If it was placed, it's in My bets. Trying again never
          places it twice.
        </Trans>
      </Notice>
    )
  if (!isOpen || (refusal && closedCodes.has(refusal.code)))
    return (
      <Notice>
        <Trans>This pool has closed. Picks that you haven't placed don't count, and no money has moved.</Trans>
      </Notice>
    )
  if (!refusal) return null
  return <Notice>{failureText(i18n, refusal, amount)}</Notice>
}

/** The refusals of a pool that accepts no more tickets. */
const closedCodes: ReadonlySet<string> = new Set(['match_started', 'not_found', 'not_available'])
