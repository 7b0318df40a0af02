import { useLingui } from '@lingui/react/macro'
import type { BetValueState } from '@nare/contract/cash-out'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import type { Ref } from 'react'
import type { Part } from './figures.ts'
import { ValueAge } from './value-age.tsx'
import style from './cash-out.module.css'

type ButtonProps = {
  ref: Ref<HTMLButtonElement>
  bet_id: string
  value: BetValueState | undefined
  /** Opens the confirmation with a part. */
  onOpen: (part: Part) => void
}

/** "Cash out 286.40" with the age of the value, and "Part" beside it; without an amount if no value is pushed. */
export function CashOutButton({ ref, bet_id, value, onOpen }: ButtonProps) {
  const { t } = useLingui()
  const ofBet = <span className="unseen"> {t`of bet #${bet_id}`}</span>
  return (
    <div className={style.buttons}>
      <Button ref={ref} className={style.money ?? ''} onClick={() => onOpen('1')}>
        <span>
          {t`Cash out`} {value?.amount && <Amount bare value={value.amount} />}
          {ofBet}
          {value && (
            <small>
              <ValueAge at={value.at} />
            </small>
          )}
        </span>
      </Button>
      <Button look="soft" onClick={() => onOpen('0.50')}>
        <span>
          {t`Part`}
          {ofBet}
        </span>
      </Button>
    </div>
  )
}
