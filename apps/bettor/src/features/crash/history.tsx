import { Trans, useLingui } from '@lingui/react/macro'
import { crash, type CrashState } from '@nare/contract/crash'
import { useState } from 'react'
import { useRead } from '../../state/use-read.ts'
import { CheckSheet } from './check-sheet.tsx'
import type { OverRound } from './check-point.ts'
import { multiplierIn, shortMultiplier } from './flight.ts'
import { mergedRounds } from './merged-rounds.ts'
import style from './crash.module.css'
import side from './side.module.css'

const pointsMax = 40

/** The last forty points, newest first; each opens its check. */
export function History({ round }: { round: CrashState | undefined }) {
  const { t } = useLingui()
  const [opened, open] = useState<OverRound | undefined>()
  const rounds = useHistory(round)
  return (
    <nav className={style.history} aria-label={t`Last points`}>
      {rounds.length === 0 && (
        <span className={side.note}>
          <Trans>The last points are shown here</Trans>
        </span>
      )}
      {rounds.map((over) => (
        <button
          key={over.round_id}
          type="button"
          className="num"
          data-size={sizeOf(over.crash_point)}
          aria-label={t`Check round ${over.game_no}: ${shortMultiplier(over.crash_point)}×`}
          onClick={() => open(over)}
        >
          {shortMultiplier(over.crash_point)}
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

/** The rounds that the server has settled, with those that crashed since on this page. */
function useHistory(round: CrashState | undefined): readonly OverRound[] {
  const { body } = useRead(crash.rounds, { page: 1, limit: pointsMax }, 10_000)
  const [seen, setSeen] = useState<readonly OverRound[]>([])
  const over = overOf(round)
  if (over && !seen.some(({ round_id }) => round_id === over.round_id)) setSeen([over, ...seen].slice(0, pointsMax))
  return mergedRounds(seen, body?.data ?? []).slice(0, pointsMax)
}

function overOf(round: CrashState | undefined): OverRound | undefined {
  if (round?.phase !== 'crashed' || round.crash_point === undefined || round.hash === undefined) return undefined
  const { round_id, chain_id, game_no, hash, crash_point } = round
  return { round_id, chain_id, game_no, hash, crash_point }
}
