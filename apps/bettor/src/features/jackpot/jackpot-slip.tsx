import { Trans, useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { Button } from '@nare/ui/button'
import { EmptyState } from '@nare/ui/empty-state'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useApp, useSend } from '../../state/hooks.ts'
import { useSignal } from '../../state/signal.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRetryUntilResolved } from '../../commands/use-retry-until-resolved.ts'
import { MatchPlace } from './match-place.tsx'
import { signOf } from './picks.ts'
import { progress, resolveJackpotSent } from './place-jackpot.ts'
import { JackpotReceipt, useReceipt } from './receipt.tsx'
import { SlipFoot } from './slip-foot.tsx'
import { useOutcomesText } from './texts.tsx'
import { tools } from './tools.ts'
import { useForgetShown, usePoolsLoader, useShownPool } from './use-pools.ts'
import { useTicket, type TicketNow } from './use-ticket.ts'
import style from './jackpot-slip.module.css'

/** The jackpot slip in the right column of wide screens. */
export function JackpotSlipColumn() {
  const pool = useShownPool()
  return (
    <div className={style.column}>
      <h2 className={style.title}>
        <Icon name="slip" size={20} /> <Trans>Jackpot slip</Trans>
      </h2>
      <JackpotSlip pool={pool} />
    </div>
  )
}

/** The page of the jackpot slip, for the pool with picks, else for the pool that closes first. */
export function JackpotSlipPage() {
  const { i18n } = useLingui()
  const { pools, failed, loading, again } = usePoolsLoader()
  const pool = useShownPool()
  const receipt = useReceipt()
  useForgetShown()
  return (
    <div className={style.page}>
      <h1 className={style.title}>
        <Icon name="slip" size={20} /> <Trans>Jackpot slip</Trans>
      </h1>
      {!pools && failed && !receipt ? (
        <>
          <Notice>{failureText(i18n, failed)}</Notice>
          <Button disabled={loading} onClick={again}>
            <Trans>Retry</Trans>
          </Button>
        </>
      ) : !pools && loading ? (
        <Skeleton rows={4} />
      ) : (
        <JackpotSlip pool={pool} />
      )}
    </div>
  )
}

/** The slip of a pool: picks, price and button; after the placement, the receipt. */
export function JackpotSlip({ pool }: { pool: JackpotView | undefined }) {
  const send = useSend()
  const receipt = useReceipt()
  const { stage, refusal } = useSignal(progress)
  useRetryUntilResolved(() => send(resolveJackpotSent(tools)), stage === 'idle' && refusal?.code === 'no_answer')
  return (
    <div tabIndex={-1}>
      {receipt && stage === 'idle' && <JackpotReceipt bet={receipt} />}
      {pool ? <Ticket pool={pool} hasReceipt={receipt !== undefined} /> : !receipt && <Empty />}
    </div>
  )
}

function Ticket({ pool, hasReceipt }: { pool: JackpotView; hasReceipt: boolean }) {
  const ticket = useTicket(pool)
  if (ticket.picked === 0) return hasReceipt ? null : <Empty pool={pool} ticket={ticket} />
  return (
    <>
      <p className={style.pool}>
        <Link href={`/jackpot?id=${pool.jackpot_id}`}>{pool.name}</Link>
      </p>
      <Picks pool={pool} ticket={ticket} />
      <SlipFoot pool={pool} ticket={ticket} />
    </>
  )
}

function Empty({ pool, ticket }: { pool?: JackpotView; ticket?: TicketNow }) {
  const pause = useExclusion()
  const pools = useApp(({ betting }) => betting.jackpot)
  const isOpen = pools?.some(({ jackpot_id }) => jackpot_id === pool?.jackpot_id)
  return (
    <EmptyState
      drawing="slip"
      action={
        ticket && isOpen && !pause ? (
          <button
            type="button"
            className={style.auto}
            onClick={(event) => {
              // The button disappears with the empty slip, so the focus moves to the slip.
              event.currentTarget.closest<HTMLElement>('[tabindex]')?.focus()
              ticket.pickRest()
            }}
          >
            <Trans>Pick all for me</Trans>
          </button>
        ) : (
          // No button before the pools are loaded: it would be replaced, and lose the focus.
          pools && (
            <Link href="/jackpot">
              <Trans>See the open jackpots</Trans>
            </Link>
          )
        )
      }
    >
      <Trans>Your jackpot slip is empty. Tap 1, X or 2 to pick a result</Trans>
    </EmptyState>
  )
}

/** The picks in the pool's order: the picked outcomes first, then the match. */
function Picks({ pool, ticket }: { pool: JackpotView; ticket: TicketNow }) {
  const { t } = useLingui()
  const textOf = useOutcomesText()
  return (
    <ol className={style.picks}>
      {pool.matches.map((match, at) => {
        const pick = ticket.picks.find(({ match_id }) => match_id === match.match_id)
        if (!pick) return null
        const teams = `${match.home_team} v ${match.away_team}`
        return (
          <li key={match.match_id} value={at + 1}>
            <span className="num">{at + 1}</span>
            <div>
              <b>{textOf(pick.outcomes, match)}</b>
              <small>
                {teams} · <MatchPlace match={match} />
                {pick.auto && (
                  <>
                    {' '}
                    · <Trans>automatic</Trans>
                  </>
                )}
              </small>
            </div>
            <span className={`num ${style.signs}`} aria-hidden="true">
              {pick.outcomes.map(signOf).join(' ')}
            </span>
            <button type="button" aria-label={t`Remove ${teams}`} onClick={() => ticket.remove(match.match_id)}>
              <Icon name="x" size={18} />
            </button>
          </li>
        )
      })}
    </ol>
  )
}
