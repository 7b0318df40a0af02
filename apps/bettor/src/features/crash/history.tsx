import { useLingui } from '@lingui/react/macro'
import { crash, type CrashState } from '@nare/contract/crash'
import { useState } from 'react'
import { useRead } from '../../state/use-read.ts'
import { CheckSheet } from './check-sheet.tsx'
import type { FinishedRound } from './check-point.ts'
import { multiplierIn, shortMultiplier } from './flight.ts'
import { mergedRounds } from './merged-rounds.ts'
import style from './crash.module.css'
import side from './side.module.css'

const pointsMax = 40

/** The last forty crash points, newest first; each opens its check. */
export function History({ round }: { round: CrashState | undefined }) {
  const { t } = useLingui()
  const [opened, open] = useState<FinishedRound | undefined>()
  const rounds = useHistory(round)
  return (
    <nav className={style.history} aria-label={t`Last points`}>
      {rounds.length === 0 && <span className={side.note}>{t`The last points are shown here`}</span>}
      {rounds.map((finished) => (
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

function sizeOf(point: string): 'small' | 'middle' | 'large' {
  const hundredths = multiplierIn(point) ?? 0
  return hundredths >= 1000 ? 'large' : hundredths >= 200 ? 'middle' : 'small'
}

/** The finished rounds of the server, with those that crashed since while this page was open. */
function useHistory(round: CrashState | undefined): readonly FinishedRound[] {
  const { body } = useRead(crash.rounds, { page: 1, limit: pointsMax }, 10_000)
  const [seen, setSeen] = useState<readonly FinishedRound[]>([])
  const finished = finishedOf(round)
  if (finished && !seen.some(({ round_id }) => round_id === finished.round_id))
    setSeen([finished, ...seen].slice(0, pointsMax))
  return mergedRounds(seen, body?.data ?? []).slice(0, pointsMax)
}

function finishedOf(round: CrashState | undefined): FinishedRound | undefined {
  if (round?.phase !== 'crashed' || round.crash_point === undefined || round.hash === undefined) return undefined
  const { round_id, chain_id, game_no, hash, crash_point } = round
  return { round_id, chain_id, game_no, hash, crash_point }
}
