import { Trans, useLingui } from '@lingui/react/macro'
import type { protection } from '@nare/contract/protection'
import type { Answer } from '@nare/contract/route'
import { dateWithYear } from '@nare/ui/format'
import { Link } from 'wouter'
import { useShown } from '../../state/calls-shown.ts'
import { endOf } from '../../state/exclusion.ts'
import style from './payments.module.css'

type Exclusion = NonNullable<Answer<typeof protection.protection>['exclusion']>

/** The notice of the deposit page during a break or an exclusion: its end, the way to withdraw, and the help line. */
export function BreakNotice({ exclusion, helpLine }: { exclusion: Exclusion; helpLine: string }) {
  const { i18n, t } = useLingui()
  useShown('break_notice')
  const until = dateWithYear(exclusion.until, i18n.locale)
  return (
    <div className={style.state} role="status">
      <h2>
        {exclusion.period === 'closed' ? (
          t`This account is closed`
        ) : endOf(exclusion) === null ? (
          t`You're excluded for good`
        ) : exclusion.kind === 'break' ? (
          <Trans>You're taking a break until {until}</Trans>
        ) : (
          <Trans>You're excluded until {until}</Trans>
        )}
      </h2>
      <p>{t`You can't deposit, bet or play games. You can withdraw your money at any time.`}</p>
      <p>
        <Link href="/withdraw">{t`Withdraw your money`}</Link>
      </p>
      {helpLine && (
        <p className={style.note}>
          {t`Help line`} <a href={`tel:${helpLine}`}>{helpLine}</a>
        </p>
      )}
    </div>
  )
}
