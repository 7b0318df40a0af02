import { Trans, useLingui } from '@lingui/react/macro'
import { dateWithYear } from '@nare/ui/format'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import { endOf } from '../state/exclusion.ts'
import { useExclusion, useExclusionRefresh } from '../state/use-exclusion.ts'
import style from './break-banner.module.css'

/** Shown above the bar of every page during a break or exclusion, with the day on which it ends. */
export function BreakBanner() {
  const { i18n, t } = useLingui()
  const active = useExclusion()
  useExclusionRefresh()
  if (!active) return null
  const end = dateWithYear(active.until, i18n.locale)
  return (
    <Link href="/profile?tab=limits#break" className={style.banner} data-break>
      <Icon name="clock" size={16} />
      <span>
        {active.period === 'closed' ? (
          t`This account is closed`
        ) : endOf(active) === null ? (
          t`You're excluded for good`
        ) : active.kind === 'break' ? (
          <Trans>Your break ends on {end}</Trans>
        ) : (
          <Trans>You're excluded until {end}</Trans>
        )}
      </span>
    </Link>
  )
}
