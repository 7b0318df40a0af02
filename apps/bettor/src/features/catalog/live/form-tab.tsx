import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { matchEvents } from '@nare/contract/match-events'
import { useRead } from '../../../state/use-read.ts'
import { minuteMs } from '../days.ts'

type FormTabProps = { match: MatchView; isPressed: boolean; onPress: () => void }

/** The tab of form and table; only if there are earlier results or a table. */
export function FormTab({ match: { match_id }, isPressed, onPress }: FormTabProps) {
  const { t } = useLingui()
  const data = useRead(matchEvents.background, { match_id }, minuteMs).body?.data
  const isEmpty = !data || (data.home.length === 0 && data.away.length === 0 && !data.table?.length)
  return isEmpty ? null : (
    <button type="button" aria-pressed={isPressed} onClick={onPress}>
      {t`Form`}
    </button>
  )
}
