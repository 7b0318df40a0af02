import { Trans, useLingui } from '@lingui/react/macro'
import { dateWithYear } from '@nare/ui/format'
import { EmptyState } from '@nare/ui/empty-state'
import { Link } from 'wouter'
import { endOf, type Exclusion } from '../../state/exclusion.ts'

/** Shown during a break in place of promotions, with the reason. */
export function OnBreak({ of }: { of: Exclusion }) {
  const { i18n } = useLingui()
  const until = endOf(of)
  const end = until && dateWithYear(until, i18n.locale)
  return (
    <EmptyState
      drawing="page"
      action={
        <Link href="/responsible-gambling">
          <Trans>Help and limits</Trans>
        </Link>
      }
    >
      {end ? (
        <Trans>You're on a break until {end}. There are no promotions for you until then</Trans>
      ) : (
        <Trans>This account is closed. There are no promotions for it</Trans>
      )}
    </EmptyState>
  )
}
