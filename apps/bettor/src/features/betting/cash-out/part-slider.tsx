import { Trans, useLingui } from '@lingui/react/macro'
import { thousands } from '@nare/ui/format'
import type { CSSProperties } from 'react'
import { partOf, percentOf, type Part, type PartFigures } from './figures.ts'
import style from './cash-out.module.css'

const stepPercent = 5

type SliderProps = {
  value: Part
  /** The value of the whole remaining bet. */
  all: string | undefined
  figures: PartFigures | undefined
  disabled: boolean
  onPick: (part: Part) => void
}

/** How much of the bet to cash out, by a slider in steps of 5 %, and what runs on of it: "the rest runs on: 50 → 287.46". */
export function PartSlider({ value, all, figures, disabled, onPick }: SliderProps) {
  const { t } = useLingui()
  const percent = percentOf(value)
  const stays = figures?.stays
  const share = percent === 50 ? t`half` : `${percent} %`
  return (
    <div className={style.parts}>
      <span>
        {value === '1' ? (
          <Trans>Take all, or slide to take a part</Trans>
        ) : (
          <Trans>
            Take <b>{share}</b>
          </Trans>
        )}
        {stays && (
          <>
            {', '}
            <Trans>
              the rest runs on: {thousands(stays.stake)} → {thousands(stays.possible_win)}
            </Trans>
          </>
        )}
      </span>
      {all !== undefined && value !== '1' && (
        <span className="num">
          <Trans>all {thousands(all)}</Trans>
        </span>
      )}
      <input
        type="range"
        min={stepPercent}
        max={100}
        step={stepPercent}
        value={percent}
        disabled={disabled}
        aria-label={t`How much of the bet`}
        aria-valuetext={`${percent} %`}
        style={{ '--share': percent / 100 } as CSSProperties}
        onChange={({ currentTarget }) => onPick(partOf(Number(currentTarget.value)))}
      />
    </div>
  )
}
