import { Trans, useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { ChipRow } from '@nare/ui/chip-row'
import { shortTime } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useNow } from '../../state/use-now.ts'
import { Retry } from '../../loading/retry.tsx'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { PastPools } from './past-pools.tsx'
import { PoolHead } from './pool-head.tsx'
import { PoolOutcome } from './pool-outcome.tsx'
import { PoolRows } from './pool-rows.tsx'
import { useForgetShown, useIsOpen, usePoolsLoader, useShownPool, type Pools } from './use-pools.ts'
import style from './jackpot.module.css'

/** The jackpot page: tabs of the open pools with the matches to pick, the outcome of a closed pool, and past pools. */
export function Jackpot() {
  const { t } = useLingui()
  const loader = usePoolsLoader()
  const [query] = useSearchParams()
  const shown = useShownPool()
  useForgetShown()
  const isPast = query.has('past')
  return (
    <section className={style.page} aria-label={t`Jackpot`}>
      <Tabs pools={loader.pools} shown={isPast ? undefined : shown} isPast={isPast} />
      {isPast ? <PastPools /> : shown ? <Pool key={shown.jackpot_id} pool={shown} /> : <Nothing loader={loader} />}
    </section>
  )
}

type TabsProps = { pools: readonly JackpotView[] | null; shown: JackpotView | undefined; isPast: boolean }

/** One tab per pool with its closing time, and a tab for past pools. A pool that closes while it is shown keeps its tab. */
function Tabs({ pools, shown, isPast }: TabsProps) {
  const { t, i18n } = useLingui()
  const [, setQuery] = useSearchParams()
  const nowMs = useNow(60_000)
  const isOver = shown?.state === 'settled' || shown?.state === 'cancelled'
  const isListed = pools?.some(({ jackpot_id }) => jackpot_id === shown?.jackpot_id)
  const all = [...(shown && !isListed && !isOver ? [shown] : []), ...(pools ?? [])]
  const row = useRef<HTMLDivElement>(null)
  const chosen = isPast || isOver ? 'past' : shown?.jackpot_id
  useEffect(() => {
    row.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return (
    <div ref={row}>
      <ChipRow
        label={t`Pools`}
        look="tabs"
        value={chosen}
        onPick={(key) => setQuery(key === 'past' ? { past: '' } : { id: key }, { replace: true })}
        items={[
          ...all.map((pool) => ({
            key: pool.jackpot_id,
            text: (
              <>
                {pool.name}
                <small className="num">
                  {pool.state === 'open' ? shortTime(pool.closes_at, { locale: i18n.locale, nowMs }) : t`closed`}
                </small>
              </>
            ),
          })),
          { key: 'past', text: t`Past` },
        ]}
      />
    </div>
  )
}

/** An open pool with its matches, or the outcome of a closed pool. */
function Pool({ pool }: { pool: JackpotView }) {
  const isOpen = useIsOpen(pool)
  if (pool.state !== 'open') return <PoolOutcome pool={pool} />
  return (
    <>
      <PoolHead pool={pool} />
      {!isOpen && (
        <Notice>
          <Trans>This pool has closed. Picks that you haven't placed don't count, and no money has moved.</Trans>
        </Notice>
      )}
      <PoolRows pool={pool} isOpen={isOpen} />
    </>
  )
}

/** Shown without a pool: the loading state, the reason of a failed load, or a message that no pool is open. */
function Nothing({ loader: { pools, failed, loading, again } }: { loader: Pools }) {
  const { i18n, t } = useLingui()
  const [query] = useSearchParams()
  if (failed && !pools)
    return (
      <div className={style.failed}>
        <h1 className="unseen">{t`Jackpot`}</h1>
        <Retry why={failureText(i18n, failed)} again={again} isBusy={loading} />
      </div>
    )
  if (!pools || (pools.length > 0 && !query.has('id'))) return <Skeleton rows={10} />
  if (query.has('id'))
    return (
      <>
        <h1 className="unseen">{t`Jackpot`}</h1>
        <NothingHere drawing="bets" href="/jackpot" link={t`See the open jackpots`}>
          <Trans>There is no such jackpot</Trans>
        </NothingHere>
      </>
    )
  return (
    <>
      <NothingHere drawing="bets" href="/" link={t`See today's matches`}>
        <Trans>No jackpot is open now</Trans>
      </NothingHere>
      <PastPools isBelowNone />
    </>
  )
}
