import { Trans, useLingui } from '@lingui/react/macro'
import { protection } from '@nare/contract/protection'
import { Amount } from '@nare/ui/amount'
import { Link } from 'wouter'
import { useApp } from '../../state/hooks.ts'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import style from './frame.module.css'

const minuteMs = 60_000
const stepMs = 15_000

/** The duration and net result of the session, as the server counts them, with a link to the limits. Guests see nothing. */
export function SessionLine() {
  const { t } = useLingui()
  const isLoggedIn = useApp(({ auth }) => auth.isLoggedIn)
  const { body } = useRead(protection.protection, isLoggedIn ? {} : undefined, minuteMs)
  const now = useNow(stepMs)
  if (!isLoggedIn) return null
  const minutes = body ? Math.max(0, Math.floor((now - Date.parse(body.session.since)) / minuteMs)) : 0
  return (
    <Link href="/profile?tab=limits" className={style.session}>
      <span className="num">
        <span className="unseen">{t`This session:`}</span> <Trans>{minutes} min</Trans>
      </span>{' '}
      <span>
        {body ? (
          <Trans>
            net <Amount value={body.session.net} />
          </Trans>
        ) : (
          '…'
        )}
      </span>
      <span className="unseen">{t`See your limits`}</span>
    </Link>
  )
}
