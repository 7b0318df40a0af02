import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { useSearchParams } from 'wouter'
import { SlipSheet } from '../../slip/bar.tsx'
import { useExclusion } from '../../state/use-exclusion.ts'
import { JackpotSlip } from './jackpot-slip.tsx'
import { PlaceButton } from './place-button.tsx'
import { FootNotice } from './slip-foot.tsx'
import { useExtrasText } from './texts.tsx'
import { useIsOpen, useShownPool } from './use-pools.ts'
import { useTicket, type TicketNow } from './use-ticket.ts'
import style from './jackpot-slip.module.css'

/** The jackpot slip bar of a phone, pinned to the bottom: picks, price and button. A tap opens the whole slip. */
export function JackpotSlipBar() {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const pool = useShownPool()
  const bar = (open: () => void) => pool && !query.has('past') && <Foot pool={pool} onOpen={open} />
  return (
    <SlipSheet kind="jackpot" title={t`Jackpot slip`} tall opensOnReceipt bar={bar}>
      {() => <JackpotSlip pool={pool} />}
    </SlipSheet>
  )
}

function Foot({ pool, onOpen }: { pool: JackpotView; onOpen: () => void }) {
  const { t } = useLingui()
  const ticket = useTicket(pool)
  const isOpen = useIsOpen(pool)
  const pause = useExclusion()
  if (!isOpen && ticket.picked === 0) return null
  return (
    <div className={style.bar}>
      <FootNotice pool={pool} ticket={ticket} />
      <div className={style.line}>
        <Summary pool={pool} ticket={ticket} onOpen={onOpen} />
        {isOpen && !pause && (ticket.missing > 0 || ticket.hasAuto) && (
          <button type="button" className={style.auto} onClick={ticket.pickRest}>
            {ticket.picked === 0
              ? t`Pick all for me`
              : ticket.missing > 0
                ? t`Pick the rest for me`
                : t`Pick those again`}
          </button>
        )}
        {ticket.picked > 0 && <ClearButton ticket={ticket} />}
      </div>
      <div className={style.progress} aria-hidden="true">
        <i style={{ scale: `${ticket.picked / Math.max(1, pool.matches.length)} 1` }} />
      </div>
      <PlaceButton pool={pool} ticket={ticket} />
    </div>
  )
}

/** "4 of 17 picked · 1 double" and "2 lines × KSh 50 = KSh 100", as a button that opens the slip. */
function Summary({ pool, ticket, onOpen }: { pool: JackpotView; ticket: TicketNow; onOpen: () => void }) {
  const extra = useExtrasText()(ticket)
  return (
    <button type="button" className={style.summary} aria-haspopup="dialog" onClick={onOpen}>
      <span>
        <Trans>
          <b className="num">
            {ticket.picked} of {pool.matches.length}
          </b>{' '}
          picked
        </Trans>
        {extra && <> · {extra}</>}
      </span>
      <span className="num">
        {ticket.picked === 0 ? (
          <Trans>
            <Amount value={pool.stake} /> a line
          </Trans>
        ) : (
          <>
            <Plural value={ticket.lines} one="# line" other="# lines" /> × <Amount value={pool.stake} /> ={' '}
            <b>
              <Amount value={ticket.cost} />
            </b>
          </>
        )}
      </span>
    </button>
  )
}

function ClearButton({ ticket }: { ticket: TicketNow }) {
  const { t } = useLingui()
  return (
    <button type="button" className={style.clear} aria-label={t`Clear all picks`} onClick={ticket.clear}>
      <Icon name="trash" size={20} />
    </button>
  )
}
