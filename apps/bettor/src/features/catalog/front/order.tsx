import { useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import style from '../home.module.css'
import { sorts, type Sort } from '../sorts.ts'

/** The choice of the order, behind an icon. The icon is marked if the order is not the default. */
export function OrderChoice({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const { t } = useLingui()
  return (
    <label className={style.order} data-changed={sort !== 'top' || undefined}>
      <Icon name="sort" size={20} />
      <select
        aria-label={t`Order`}
        value={sort}
        onChange={(event) => onSort(sorts.find((known) => known === event.target.value) ?? 'top')}
      >
        <option value="top">{t`Top leagues first`}</option>
        <option value="league">{t`Leagues from A to Z`}</option>
        <option value="time">{t`By time`}</option>
      </select>
    </label>
  )
}
