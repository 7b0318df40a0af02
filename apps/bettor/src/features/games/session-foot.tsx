import { Trans, useLingui } from '@lingui/react/macro'
import { protection } from '@nare/contract/protection'
import { Amount } from '@nare/ui/amount'
import { formatMoney, money } from '@nare/money/money'
import { Link } from 'wouter'
import { useApp } from '../../state/hooks.ts'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import { netOf } from './figures.ts'
import { lineOf, sessionRounds, type Played } from './session-rounds.ts'
import style from './session-foot.module.css'

const minuteMs = 60_000
const stepMs = 15_000
const [width, height] = [120, 36]

/**
 * The foot of a game: how long the session lasts, its net result and stakes as the server counts them for all products, the best round of
 * this game in it with the course of its rounds, and the ways to limits and a break. Guests see the links.
 */
export function SessionFoot({ rounds }: { rounds: readonly Played[] }) {
  const { t } = useLingui()
  const isLoggedIn = useApp(({ auth }) => auth.isLoggedIn)
  const { body } = useRead(protection.protection, isLoggedIn ? {} : undefined, minuteMs)
  const now = useNow(stepMs)
  const session = body?.session
  const minutes = session ? Math.max(0, Math.floor((now - Date.parse(session.since)) / minuteMs)) : 0
  const { nets, best } = sessionRounds(rounds, session ? Date.parse(session.since) : now)
  return (
    <div className={style.foot}>
      {isLoggedIn && (
        <>
          {nets.length > 0 && (
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
              <path d={lineOf(nets, { width, height })} />
            </svg>
          )}
          <p aria-label={t`This session:`} role="group">
            <span>
              <Trans>{minutes} min</Trans> ·{' '}
              <Trans>
                staked <Amount value={session?.staked} bare />
              </Trans>
            </span>
            <b>
              <Trans>
                net <Amount value={session?.net} />
              </Trans>
              {best && (
                <small>
                  {' · '}
                  <Trans>
                    best +<Amount value={formatMoney(money(netOf(best)))} bare />
                  </Trans>
                </small>
              )}
            </b>
          </p>
        </>
      )}
      <nav aria-label={t`Your limits`}>
        <Link href="/profile?tab=limits">{t`Limits`}</Link>
        <Link href="/profile?tab=limits#break">{t`Take a break`}</Link>
      </nav>
    </div>
  )
}
