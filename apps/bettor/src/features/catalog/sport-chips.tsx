import { useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { sportName } from '../../i18n/market-texts.ts'
import { useRead } from '../../state/use-read.ts'
import style from './home.module.css'

/** The sports with their match counts; their space is reserved while they load. */
export function SportChips({
  value,
  live,
  onPick,
}: {
  value: string
  live: boolean
  onPick: (sportId: string) => void
}) {
  const { t } = useLingui()
  const sports = useRead(catalog.sports, {}, 60_000).body?.data ?? [
    { sport_id: '79', name: t`Soccer`, matches: 0, live: 0 },
  ]
  return (
    <div className={style.sports} role="group" aria-label={t`Sport`}>
      {sports.map((sport) => (
        <button
          key={sport.sport_id}
          type="button"
          aria-pressed={sport.sport_id === value}
          onClick={() => onPick(sport.sport_id)}
        >
          {sportName(sport)} <small className="num">{live ? sport.live : sport.matches}</small>
        </button>
      ))}
    </div>
  )
}
