import { Trans, useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { Button } from '@nare/ui/button'
import { EmptyState } from '@nare/ui/empty-state'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { RemovePick, SlipBody, SlipScreen } from '../../slip/slip.tsx'
import { useReceipts } from '../../slip/use-receipts.ts'
import { useSentBets, useUnresolved } from '../../slip/use-sent-bets.ts'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { Retry } from '../../loading/retry.tsx'
import { PickRows } from './pick-rows.tsx'
import { jackpot, tools } from './place-jackpot.ts'
import { JackpotReceipt } from './receipt.tsx'
import { Foot } from './slip-foot.tsx'
import { useForgetShown, usePoolsLoader, useShownPool } from './use-pools.ts'
import { useTicket, type TicketNow } from './use-ticket.ts'
import style from './jackpot-slip.module.css'

const Title = () => <Trans>Jackpot slip</Trans>

/** The jackpot slip in the right column of wide screens; `below` follows it while it has no picks. */
export function JackpotSlipColumn({ below }: { below?: ReactNode }) {
  const pool = useShownPool()
  return (
    <SlipScreen title={<Title />}>
      <JackpotSlip pool={pool} below={below} />
    </SlipScreen>
  )
}

/** The page of the jackpot slip, for the pool with picks, else for the pool that closes first. */
export function JackpotSlipPage() {
  const { i18n } = useLingui()
  const { pools, failed, loading, again } = usePoolsLoader()
  const pool = useShownPool()
  const { receipts } = useReceipts('jackpot')
  useForgetShown()
  return (
    <SlipScreen page title={<Title />}>
      {!pools && failed && receipts.length === 0 ? (
        <Retry why={failureText(i18n, failed)} again={again} isBusy={loading} />
      ) : !pools && loading ? (
        <Skeleton rows={4} />
      ) : (
        <JackpotSlip pool={pool} />
      )}
    </SlipScreen>
  )
}

/** The slip of a pool: picks, price and button; after the placement, the receipt. */
export function JackpotSlip({ pool, below }: { pool: JackpotView | undefined; below?: ReactNode }) {
  useUnresolved(jackpot, tools)
  useSentBets(jackpot, tools)
  return pool ? <PoolSlip pool={pool} below={below} /> : <Body filled={false} empty={<Empty />} below={below} />
}

type BodyProps = Pick<Parameters<typeof SlipBody>[0], 'filled' | 'empty'> & { below: ReactNode }

const Body = ({ filled, empty, below }: BodyProps) => (
  <>
    <SlipBody kind="jackpot" receipt={([bet]) => bet && <JackpotReceipt bet={bet} />} filled={filled} empty={empty} />
    {!filled && below}
  </>
)

function PoolSlip({ pool, below }: { pool: JackpotView; below: ReactNode }) {
  const ticket = useTicket(pool)
  const filled = ticket.picked > 0 && (
    <>
      <p className={style.pool}>
        <Link href={`/jackpot?id=${pool.jackpot_id}`}>{pool.name}</Link>
      </p>
      <PickRows
        rows={pool.matches.flatMap((match, at) => {
          const pick = ticket.picks.find(({ match_id }) => match_id === match.match_id)
          const remove = <RemovePick pick={match} onRemove={() => ticket.remove(match.match_id)} />
          return pick ? [{ ...pick, no: at + 1, teams: match, match, end: remove }] : []
        })}
      />
      <Foot pool={pool} ticket={ticket} />
    </>
  )
  return <Body filled={filled} empty={<Empty pool={pool} ticket={ticket} />} below={below} />
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
          <Button
            look="soft"
            onClick={(event) => {
              // The button disappears with the empty slip, so the focus moves to the slip.
              event.currentTarget.closest<HTMLElement>('[tabindex]')?.focus()
              ticket.pickRest()
            }}
          >
            <Trans>Pick all for me</Trans>
          </Button>
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
