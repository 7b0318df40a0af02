import { Trans, useLingui } from '@lingui/react/macro'
import { dateWithYear } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { PlacementNotice } from '../../slip/foot.tsx'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'

/** The refusals of a live bet during or after its acceptance delay, when its stake is refunded. */
const liveRefusals: ReadonlySet<string> = new Set(['market_suspended', 'match_started', 'odds_changed'])

type NoticeProps = { pause: { until: string | null } | null; live: boolean }

/** Why the bet cannot be placed, or that its outcome is unknown; shown above the stake. */
export function FootNotice({ pause, live }: NoticeProps) {
  const { i18n, t } = useLingui()
  const { stage, refusal } = useApp(({ betting }) => betting.placements.sports)
  const period = useExclusion()?.period
  const end = pause?.until && dateWithYear(pause.until, i18n.locale)
  if (pause)
    return (
      <Notice tone="info">
        {end ? (
          <Trans>You're taking a break until {end}.</Trans>
        ) : period === 'permanent' ? (
          t`You're excluded for good.`
        ) : (
          t`This account is closed.`
        )}{' '}
        {t`You can still withdraw.`}
      </Notice>
    )
  const isLive = refusal !== null && liveRefusals.has(refusal.code)
  return (
    <PlacementNotice
      placement={{ stage, refusal }}
      checking={t`We're checking whether your bet was placed. You don't need to place it again.`}
      unknown={
        <Trans>
          We lost the connection before your bet was confirmed. If it was placed, it's in My bets. Trying again never
          places it twice.
        </Trans>
      }
      more={
        <>
          {(refusal?.code === 'overloaded' || isLive) && <>. {t`Nothing was placed.`}</>}
          {live && isLive && <> {t`Your stake is in your balance.`}</>}
        </>
      }
    />
  )
}
