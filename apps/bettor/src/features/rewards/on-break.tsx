import { Trans, useLingui } from '@lingui/react/macro'
import { dateWithYear } from '@nare/ui/format'
import { useShown } from '../../state/calls-shown.ts'
import { endOf, type Exclusion } from '../../state/exclusion.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'

/** Shown during a break in place of promotions, with the reason. */
export function OnBreak({ of }: { of: Exclusion }) {
  const { i18n, t } = useLingui()
  useShown('promotions_withheld')
  const until = endOf(of)
  const end = until && dateWithYear(until, i18n.locale)
  return (
    <NothingHere drawing="page" href="/responsible-gambling" link={t`Help and limits`}>
      {end ? (
        <Trans>You're on a break until {end}. There are no promotions for you until then</Trans>
      ) : of.period === 'permanent' ? (
        t`You're excluded for good. There are no promotions for you`
      ) : (
        t`This account is closed. There are no promotions for it`
      )}
    </NothingHere>
  )
}
