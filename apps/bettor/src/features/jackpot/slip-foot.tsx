import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { Amount } from '@nare/ui/amount'
import { isoDay } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { Facts, KeptNote, PlacementNotice, SlipFoot } from '../../slip/foot.tsx'
import { serverNow } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { taxPercent } from '../../tax/tax.ts'
import { useWinTax } from '../../slip/win-tax-fact.tsx'
import { PlaceButton, usePoolPlacement } from './place-button.tsx'
import { SmsLine } from './sms-line.tsx'
import { BoundText, ClosingTime, TimeLeft, useExtrasText } from './texts.tsx'
import { useIsOpen } from './use-pools.ts'
import type { TicketNow } from './use-ticket.ts'

/** The foot of the slip: refusals, countdown, missing picks, lines × stake, and the button. */
export function Foot({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const { t } = useLingui()
  const extra = useExtrasText()(ticket)
  const tax = useApp(({ data }) => taxPercent(data.app_config?.taxes ?? [], 'withdrawal', isoDay(serverNow())))
  const winTax = useWinTax('jackpot', [])
  const isGuest = useApp(({ auth }) => !auth.isLoggedIn)
  const lines = <Plural value={ticket.lines} one="# line" other="# lines" />
  return (
    <SlipFoot
      notice={<FootNotice pool={pool} ticket={ticket} />}
      stake={ticket.missing === 0 && <SmsLine pool={pool} ticket={ticket} />}
      facts={
        <Facts>
          <b className="num">
            <ClosingTime at={pool.closes_at} /> <TimeLeft at={pool.closes_at} />
          </b>
          <Trans>
            {ticket.picked} of {pool.matches.length} picked
          </Trans>
          {extra}
          <span className="num">
            {lines} × <Amount value={pool.stake} />
          </span>
          {Number(tax) > 0 && <Trans>Tax {tax.replace(/\.0+$/, '')}% at withdrawal</Trans>}
          {winTax && <Trans>Tax on winnings {winTax.percent}%</Trans>}
        </Facts>
      }
      payout={{ name: t`You pay`, value: <Amount value={ticket.cost} /> }}
      button={
        <>
          <PlaceButton pool={pool} ticket={ticket} />
          {isGuest && ticket.missing === 0 && <KeptNote />}
        </>
      }
    >
      <AutoAndClear pool={pool} ticket={ticket} />
    </SlipFoot>
  )
}

/** The buttons that draw missing or automatic picks and that empty the slip. */
function AutoAndClear({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const { t } = useLingui()
  const isOpen = useIsOpen(pool)
  const pause = useExclusion()
  return (
    <>
      {isOpen && !pause && (ticket.missing > 0 || ticket.hasAuto) && (
        <button type="button" onClick={ticket.pickRest}>
          {ticket.missing > 0 ? t`Pick the rest for me` : t`Pick those again`}
        </button>
      )}
      <button type="button" onClick={ticket.clear}>{t`Clear`}</button>
    </>
  )
}

/** The reason why the ticket was refused, or a message that its outcome is unknown. */
export function FootNotice({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const { t } = useLingui()
  const placement = usePoolPlacement(pool)
  const isOpen = useIsOpen(pool)
  if (ticket.bound)
    return (
      <Notice tone="info">
        <BoundText bound={ticket.bound} pool={pool} />
      </Notice>
    )
  const isClosed = !isOpen || (placement.refusal && closedCodes.has(placement.refusal.code))
  return (
    <PlacementNotice
      placement={placement}
      checking={t`We're checking whether your ticket was placed. You don't need to place it again.`}
      unknown={
        <Trans>
          We lost the connection before your ticket was confirmed. If it was placed, it's in My bets. Trying again never
          places it twice.
        </Trans>
      }
      instead={isClosed && t`This pool has closed. Picks that you haven't placed don't count, and no money has moved.`}
    />
  )
}

/** The refusals of a pool that accepts no more tickets. */
const closedCodes: ReadonlySet<string> = new Set(['match_started', 'not_found', 'not_available'])
