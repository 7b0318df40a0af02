import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CheckSheet } from './check-sheet.tsx'
import type { FinishedRound } from './check-point.ts'
import { shortMultiplier, sizeOf } from './flight.ts'
import style from './bar.module.css'
import side from './side.module.css'

const shownMax = 40

/** The last forty crash points, newest first; each opens its check. */
export function History({ rounds }: { rounds: readonly FinishedRound[] }) {
  const { t } = useLingui()
  const [opened, open] = useState<FinishedRound | undefined>()
  return (
    <nav className={style.history} aria-label={t`Last points`}>
      {rounds.length === 0 && <span className={side.note}>{t`The last points are shown here`}</span>}
      {rounds.slice(0, shownMax).map((finished) => (
        <button
          key={finished.round_id}
          type="button"
          className="num"
          data-size={sizeOf(finished.crash_point)}
          aria-label={t`Check round ${finished.game_no}: ${shortMultiplier(finished.crash_point)}×`}
          onClick={() => open(finished)}
        >
          {shortMultiplier(finished.crash_point)}
        </button>
      ))}
      <CheckSheet round={opened} before={rounds} onClose={() => open(undefined)} />
    </nav>
  )
}
