import { Trans } from '@lingui/react/macro'
import type { PromotionRow } from '@nare/contract/promotions'
import style from './rewards.module.css'

/** Where the bettor is with a promotion; nothing for an open one. */
export function StateChip({ state }: Pick<PromotionRow, 'state'>) {
  if (state === 'open') return null
  return (
    <span className={style.chip} data-state={state}>
      {state === 'joined' ? <Trans>Joined</Trans> : state === 'used' ? <Trans>Used</Trans> : <Trans>Ended</Trans>}
    </span>
  )
}
