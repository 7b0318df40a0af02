import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { points as calls } from '@nare/contract/points'
import { Amount } from '@nare/ui/amount'
import { useEffect } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { SignedIn } from '../../pages/signed-in.tsx'
import { useLite } from '../../preferences/use-lite.ts'
import type { SignedUser } from '../../state/auth.ts'
import { fetchPromoPoints } from '../../state/calls-rewards.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { Retry } from '../../loading/retry.tsx'
import { useLastDay } from './dates.ts'
import { HowEarned } from './how-earned.tsx'
import { PointsHistory } from './points-history.tsx'
import { bonusFor, mostOf, type PointsTable } from './redeem-table.ts'
import { Redeem } from './redeem.tsx'
import { useLang } from './use-lang.ts'
import style from './rewards.module.css'

const tableFreshMs = 10 * 60_000

/** The points page: balance, expiry, value, redemption, rules and history. */
export function Points() {
  const { t } = useLingui()
  return (
    <SignedIn title={t`Points`} reason={t`Log in to see your points`}>
      <OwnPoints />
    </SignedIn>
  )
}

function OwnPoints() {
  const send = useSend()
  const user = useApp(({ auth }) => auth.user)
  const owner = user?.id
  const lang = useLang()
  const { i18n, t } = useLingui()
  const { body, failed, loading, again } = useRead(calls.table, {}, tableFreshMs)
  const table = body?.data
  useEffect(() => {
    if (owner !== undefined) void send(fetchPromoPoints({ lang }))
  }, [send, owner, lang])
  if (!user) return null
  return (
    <section className={style.page}>
      <h1>{t`Points`}</h1>
      <PromoPoints user={user} table={table} />
      {!table && failed && <Retry why={failureText(i18n, failed)} again={again} isBusy={loading} />}
      {table && <Redeem key={owner} points={user.points} table={table} />}
      {table && <HowEarned table={table} />}
      {/* Rendered after the table has loaded, because the table would shift the history down. */}
      {table || failed ? <PointsHistory points={user.points} /> : <Skeleton />}
    </section>
  )
}

/** The promo points as in the specification (points, image, title and end date), with their current value. */
function PromoPoints({ user, table }: { user: SignedUser; table: PointsTable | undefined }) {
  const lite = useLite()
  const lastDay = useLastDay()
  const { points, promo_points: promo } = user
  const worth = table && bonusFor(table.redeem, mostOf(table.redeem, points))
  const ends = promo && lastDay(promo.end_date)
  return (
    <div className={style.promo}>
      <div>
        <p className={style.big}>
          <Plural value={points} one="# point" other="# points" />
        </p>
        {promo?.title && (
          <>
            <h2>{promo.title}</h2>
            <p>
              <Trans>Until {ends}</Trans>
            </p>
          </>
        )}
        {worth !== undefined && (
          <p>
            <Trans>
              Worth <Amount value={worth} /> as bonus
            </Trans>
          </p>
        )}
      </div>
      {promo?.promo_image && !lite && <img src={promo.promo_image} alt="" width="132" height="88" />}
      {/* Reserves the room of the picture until the response arrives. */}
      {!promo && !lite && <i />}
    </div>
  )
}
