import { Trans, useLingui } from '@lingui/react/macro'
import { dateWithYear } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { Link } from 'wouter'
import { useShown } from '../../state/calls-shown.ts'
import { endOf, type Exclusion } from '../../state/exclusion.ts'

/** A notice that games for money are closed to the bettor, and until when. */
export function BreakNotice({ of: { period, until } }: { of: Exclusion }) {
  const { i18n, t } = useLingui()
  useShown('break_notice')
  const end = dateWithYear(until, i18n.locale)
  return (
    <Notice tone="info">
      {period === 'closed' ? (
        t`This account is closed.`
      ) : endOf({ until }) === null ? (
        t`You're excluded for good.`
      ) : (
        <Trans>You're on a break until {end}. Games for money open again then.</Trans>
      )}{' '}
      <Link href="/responsible-gambling">{t`Help and limits`}</Link>
    </Notice>
  )
}
