import { useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { ChipRow } from '@nare/ui/chip-row'
import { sportName } from '../../i18n/market-texts.ts'
import { useRead } from '../../state/use-read.ts'

type SportChipsProps = {
  value: string
  /** The count next to each sport: all matches or live matches. */
  count?: 'matches' | 'live'
  /** The number of matches in the list below, shown for the chosen sport in place of its count. */
  listed?: number | undefined
  onPick: (sportId: string) => void
}

/** The tabs of the sports. Soccer alone keeps their space while they load. */
export function SportChips({ value, count, listed, onPick }: SportChipsProps) {
  const { t } = useLingui()
  const sports = useRead(catalog.sports, {}, 60_000).body?.data ?? [
    { sport_id: '79', name: t`Soccer`, matches: 0, live: 0 },
  ]
  return (
    <ChipRow
      look="tabs"
      label={t`Sport`}
      value={value}
      onPick={onPick}
      items={sports.map((sport) => ({
        key: sport.sport_id,
        text: (
          <>
            {sportName(sport)}{' '}
            {count && <small className="num">{(sport.sport_id === value ? listed : undefined) ?? sport[count]}</small>}
          </>
        ),
      }))}
    />
  )
}
