import { Trans, useLingui } from '@lingui/react/macro'
import type { GameName } from '@nare/contract/game-shapes'
import { Amount } from '@nare/ui/amount'
import { useId, useState, type ReactNode } from 'react'
import { AmountField } from '../../forms/number-field.tsx'
import { keepLastGame } from '../../play/game-names.ts'
import { stored } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import { AutoPanel, AutoToggle } from './auto-panel.tsx'
import { useGameInfo } from './game-info.ts'
import { useGameKeys } from './keys.ts'
import { largestStake, stepStake, type Bounds, type StakeStep } from './stake-steps.ts'
import style from './choices.module.css'

export type Stake = { stake: string; set: (stake: string) => void; bounds: Bounds; keep: () => void }

/**
 * The stake of a game: the bettor's last stake in the game, else the minimum. `maxMultiplier` is the largest multiplier of the chosen
 * options in ten-thousandths; it limits the stake so that its win can be paid in full.
 */
export function useStake(game: GameName, maxMultiplier: bigint): Stake {
  const info = useGameInfo(game)
  const settings = useApp(({ data }) => data.app_config)
  const min = info?.min_stake ?? settings?.min_stake ?? '0.00'
  const [typed, set] = useState(() => {
    const last = stored.read(keyOf(game))
    return typeof last === 'string' ? last : undefined
  })
  const stake = typed ?? min.replace(/\.00$/, '')
  const max = info ? largestStake({ ...info, maxMultiplier }) : (settings?.max_stake ?? min)
  return { stake, set, bounds: { min, max }, keep: () => keepOf(game, stake) }
}

const keyOf = (game: GameName): string => `stake-${game}`

function keepOf(game: GameName, stake: string): void {
  stored.write(keyOf(game), stake)
  keepLastGame(`nare:${game}`, stake)
}

const steps: readonly { step: StakeStep; text: string }[] = [
  { step: 'less', text: '−' },
  { step: 'more', text: '+' },
  { step: 'half', text: '½' },
  { step: 'double', text: '2×' },
]

/**
 * The stake field with its step buttons, its bounds and the button of automatic play; S halves the stake and D doubles it. An open round
 * shows its own stake, which cannot be changed. `staked` is what a bet stakes if the field is not it.
 */
export function StakeField({
  value: { stake: next, set, bounds },
  open,
  locked = open !== undefined,
  label,
  note,
  staked,
}: {
  value: Stake
  open?: { stake: string } | undefined
  locked?: boolean
  label?: ReactNode
  note?: ReactNode
  staked?: string
}) {
  const { t } = useLingui()
  const id = useId()
  const stake = open ? open.stake.replace('.00', '') : next
  const names: Record<StakeStep, string> = {
    less: t`Stake less`,
    more: t`Stake more`,
    half: t`½, half the stake`,
    double: t`2×, double the stake`,
  }
  const step = (by: StakeStep): void => set(stepStake(stake, by, bounds))
  useGameKeys(
    locked
      ? []
      : [
          { keys: ['s'], name: t`half`, act: () => step('half') },
          { keys: ['d'], name: t`double`, act: () => step('double') },
        ],
  )
  return (
    <>
      <div className={style.stake}>
        <label htmlFor={id}>{label ?? t`Stake`}</label>
        <AmountField id={id} readOnly={locked} aria-describedby={`${id}-bounds`} amount={stake} onAmount={set} />
        <span role="group" aria-label={t`Change the stake`}>
          {steps.map(({ step: by, text }) => (
            <button
              key={by}
              type="button"
              aria-label={names[by]}
              disabled={locked}
              data-step={by}
              onClick={() => step(by)}
            >
              {text}
            </button>
          ))}
          <AutoToggle />
        </span>
        <small id={`${id}-bounds`} className={style.bounds}>
          {note ?? (
            <Trans>
              <Amount value={bounds.min} /> to <Amount value={bounds.max} />
            </Trans>
          )}
        </small>
      </div>
      <AutoPanel stake={staked ?? stake} />
    </>
  )
}
