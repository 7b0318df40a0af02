import { useLingui } from '@lingui/react/macro'
import type { PromotionRow } from '@nare/contract/promotions'
import style from './rewards.module.css'

/** The bettor's state in a promotion; empty for an open promotion. */
export function StateChip({ state }: Pick<PromotionRow, 'state'>) {
  const { t } = useLingui()
  if (state === 'open') return null
  return (
    <span className={style.chip} data-state={state}>
      {state === 'joined' ? t`Joined` : state === 'used' ? t`Used` : t`Ended`}
    </span>
  )
}
