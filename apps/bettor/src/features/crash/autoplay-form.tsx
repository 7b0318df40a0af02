import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { typedDigits } from '@nare/contract/typed'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { useAmount } from '../../forms/use-amount.ts'
import { costOf, planFaults, type AutoFault, type AutoPlan } from './autoplay.ts'
import { CappedText, type Limits } from './bet-panel.tsx'
import { cappedTarget } from './flight.ts'
import style from './side.module.css'

type FormProps = { limits: Limits; roundsMost: number; ready: boolean; onStart: (plan: AutoPlan) => void }

/** The form that starts autoplay. Shows its total stake; a loss stop is required. */
export function AutoplayForm({ limits, roundsMost, ready, onStart }: FormProps) {
  const { t } = useLingui()
  const text = useAmountText()
  const [plan, setPlan] = useState<AutoPlan>({ stake: '', target: '', rounds: '', lossStop: '' })
  const [tried, setTried] = useState(false)
  const faults = tried ? planFaults(plan, { ...limits, rounds: roundsMost }) : []
  const cost = costOf(plan)
  const capped = cappedTarget({ ...plan, maxWin: limits.max_win })
  const sentences: Readonly<Record<AutoFault, string>> = {
    stake_small: t`Enter a stake of at least ${text(limits.min_stake)}`,
    stake_large: t`Maximum stake is ${text(limits.max_stake)}`,
    target: t`Enter a target from 1.01`,
    rounds: t`Enter 1 to ${roundsMost} rounds`,
    loss_empty: t`Enter the loss at which it stops`,
    loss_small: t`It must cover one stake`,
  }
  const errorOf = (...names: AutoFault[]): string | undefined => {
    const found = names.find((name) => faults.includes(name))
    return found && sentences[found]
  }
  const set = (field: keyof AutoPlan) => (typed: string) => setPlan({ ...plan, [field]: typed })
  const start = (): void => {
    setTried(true)
    if (planFaults(plan, { ...limits, rounds: roundsMost }).length === 0) onStart(plan)
  }
  const common = { inputMode: 'decimal', autoComplete: 'off', maxLength: 20 } as const
  return (
    <form
      className={style.auto}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <p className={style.note}>
        <Trans>Plays bet A automatically while this page is open, at most {roundsMost} rounds.</Trans>
      </p>
      <div className={style.autoFields}>
        <Field
          label={t`Stake a round`}
          {...common}
          {...useAmount(plan.stake, set('stake'))}
          error={errorOf('stake_small', 'stake_large')}
        />
        <Field
          label={t`Cash out at`}
          {...common}
          {...useAmount(plan.target, set('target'))}
          placeholder="2.00"
          hint={capped && <CappedText at={capped} />}
          error={errorOf('target')}
        />
        <Field
          label={t`Rounds`}
          {...common}
          inputMode="numeric"
          value={plan.rounds}
          onChange={({ target }) => set('rounds')(typedDigits(target.value))}
          error={errorOf('rounds')}
        />
        <Field
          label={t`Stop after losing`}
          {...common}
          {...useAmount(plan.lossStop, set('lossStop'))}
          error={errorOf('loss_empty', 'loss_small')}
        />
      </div>
      <p className={style.cost} aria-live="polite">
        {cost ? (
          <>
            <Trans>
              Stakes <Amount value={cost.total} /> in all.
            </Trans>{' '}
            {cost.mostLost && (
              <Trans>
                It stops before you lose more than <Amount value={cost.mostLost} />.
              </Trans>
            )}
          </>
        ) : (
          t`The total cost is shown here before you start.`
        )}
      </p>
      <Button wide type="submit" disabled={!ready}>
        {cost ? <Plural value={Number(plan.rounds)} one="Start # round" other="Start # rounds" /> : t`Start autoplay`}
      </Button>
    </form>
  )
}
