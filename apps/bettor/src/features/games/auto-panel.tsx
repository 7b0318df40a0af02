import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { useEffect, useId, useRef } from 'react'
import { AmountField } from '../../forms/number-field.tsx'
import type { AutoEnding } from './auto-play.ts'
import { Choice } from './choices.tsx'
import { planOf, plain, useAuto, type AutoPlay } from './use-auto-play.ts'
import style from './auto-panel.module.css'

const counts = [5, 10, 20]

/** The button beside the stake that opens and closes the choices of automatic play. */
export function AutoToggle() {
  const { t } = useLingui()
  const auto = useAuto()
  if (!auto) return null
  return (
    <button
      type="button"
      className={style.toggle}
      aria-expanded={auto.isOpen}
      disabled={auto.state.is === 'playing'}
      onClick={auto.toggle}
    >
      {t`Automatic`}
    </button>
  )
}

/** The choices of automatic play with what it costs at most, then its progress, then how it ended. */
export function AutoPanel({ stake }: { stake: string }) {
  const auto = useAuto()
  if (!auto) return null
  const { state, isOpen } = auto
  return (
    <>
      {isOpen && state.is !== 'playing' && <Choices auto={auto} stake={stake} />}
      {(isOpen || state.is === 'ended') && <Progress auto={auto} />}
    </>
  )
}

function Choices({ auto, stake }: { auto: AutoPlay; stake: string }) {
  const { t } = useLingui()
  const id = useId()
  const { choice, choose, roundsMost } = auto
  const plan = planOf(auto, stake)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={box} role="group" aria-label={t`Automatic play`} className={style.auto}>
      <Choice
        label={t`Rounds`}
        value={choice.rounds}
        onPick={(rounds) => choose({ rounds })}
        items={[...new Set([...counts.filter((count) => count < roundsMost), roundsMost])].map((count) => ({
          key: count,
          text: String(count),
        }))}
      />
      <div className={style.loss}>
        <label htmlFor={id}>{t`Stop before losing more than`}</label>
        <AmountField
          id={id}
          aria-invalid={!plan || undefined}
          aria-describedby={`${id}-cost`}
          amount={choice.lossMost || (plan ? plain(plan.lossMost) : '')}
          onAmount={(lossMost) => choose({ lossMost })}
        />
      </div>
      <p id={`${id}-cost`}>
        {plan ? (
          <Trans>
            {choice.rounds} rounds stake <Amount value={plain(plan.total)} /> in all. It costs you at most{' '}
            <Amount value={plain(plan.cost)} />.
          </Trans>
        ) : (
          t`The stop must be one stake at least.`
        )}
      </p>
    </div>
  )
}

function Progress({ auto: { state } }: { auto: AutoPlay }) {
  const { t } = useLingui()
  const because: Readonly<Record<AutoEnding, string>> = {
    all_played: t`All rounds are played.`,
    loss: t`Another stake could pass your stop.`,
    refused: t`A bet was refused, so it stopped.`,
    no_answer: t`An answer was late, so it stopped.`,
    stopped: t`You stopped it.`,
    away: t`It stopped because you were not looking.`,
  }
  if (state.is === 'off') return null
  const { played, net } = state
  const { rounds } = state.plan
  return (
    <p className={style.progress} role={state.is === 'ended' ? 'status' : undefined}>
      {state.is === 'ended' && <>{because[state.because]} </>}
      <Trans>
        {played} of {rounds} rounds, net <Amount value={plain(net)} />
      </Trans>
    </p>
  )
}
