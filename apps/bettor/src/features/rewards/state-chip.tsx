import { Trans } from '@lingui/react/macro'
import type { PromotionRow } from '@nare/contract/promotions'
import style from './rewards.module.css'

/** The bettor's state in a promotion; empty for an open promotion. */
export function StateChip({ state }: Pick<PromotionRow, 'state'>) {
  if (state === 'open') return null
  return (
    <span className={style.chip} data-state={state}>
      {state === 'joined' ? <Trans>Joined</Trans> : state === 'used' ? <Trans>Used</Trans> : <Trans>Ended</Trans>}
    </span>
  )
}
