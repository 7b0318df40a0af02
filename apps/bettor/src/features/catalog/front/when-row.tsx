import { useLingui } from '@lingui/react/macro'
import { useLive } from '@nare/client/use-live'
import { catalog } from '@nare/contract/catalog'
import { ChipRow } from '@nare/ui/chip-row'
import { useRead } from '../../../state/use-read.ts'
import { useNow } from '../../../state/use-now.ts'
import { nextDays, weekdayOf } from '../days.ts'
import { OrderChoice } from './order.tsx'
import type { Sort } from '../sorts.ts'
import style from '../home.module.css'

type WhenRowProps = {
  sport: string
  /** The chosen list, or a day, YYYY-MM-DD. */
  value: string
  sort: Sort
  onWhen: (value: string) => void
  onSort: (sort: Sort) => void
}

const daysAhead = 7
const minuteMs = 60_000

/** One row of choices: live, highlights, the days of a week and upcoming; at its end the choice of the order. */
export function WhenRow({ sport, value, sort, onWhen, onSort }: WhenRowProps) {
  const { t, i18n } = useLingui()
  const topic = useLive(`sport:${sport}:live`)
  const counted = useRead(catalog.sports, {}, 60_000).body?.data.find(({ sport_id }) => sport_id === sport)?.live
  const live = topic?.matches.length ?? counted ?? 0
  const [, tomorrow, ...later] = nextDays(useNow(minuteMs), daysAhead)
  return (
    <div className={style.when} data-screen>
      <ChipRow
        label={t`When`}
        value={value}
        onPick={onWhen}
        items={[
          { key: 'live', text: live > 0 ? t`Live · ${live}` : t`Live`, live: true },
          { key: 'highlights', text: t`Highlights` },
          { key: 'today', text: t`Today` },
          ...(tomorrow ? [{ key: tomorrow.day, text: t`Tomorrow` }] : []),
          ...later.map(({ day, iso }) => ({ key: day, text: weekdayOf(iso, i18n.locale) })),
          { key: 'upcoming', text: t`Upcoming` },
        ]}
      />
      <OrderChoice sort={sort} onSort={onSort} />
    </div>
  )
}
