import { useLingui } from '@lingui/react/macro'
import type { BetValueState } from '@nare/contract/cash-out'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import type { Ref } from 'react'
import { ValueAge } from './value-age.tsx'
import style from './cash-out.module.css'

type ButtonProps = { ref: Ref<HTMLButtonElement>; bet_id: string; value: BetValueState | undefined; onOpen: () => void }

/** "Cash out 286.40" with the age of the value; without an amount if no value is pushed. */
export function CashOutButton({ ref, bet_id, value, onOpen }: ButtonProps) {
  const { t } = useLingui()
  return (
    <Button ref={ref} look="soft" className={style.open ?? ''} onClick={onOpen}>
      <span>
        {t`Cash out`} {value?.amount && <Amount bare value={value.amount} />}
        <span className="unseen"> {t`of bet #${bet_id}`}</span>
        {value && (
          <small>
            <ValueAge at={value.at} />
          </small>
        )}
      </span>
    </Button>
  )
}
