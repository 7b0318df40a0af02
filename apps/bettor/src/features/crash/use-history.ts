import { crash, type CrashState } from '@nare/contract/crash'
import { useState } from 'react'
import { useRead } from '../../state/use-read.ts'
import type { FinishedRound } from './check-point.ts'
import { mergedRounds } from './merged-rounds.ts'

const roundsMax = 100

/** The last hundred finished rounds, newest first: those of the server, and those that crashed since while this page was open. */
export function useHistory(round: CrashState | undefined): readonly FinishedRound[] {
  const { body } = useRead(crash.rounds, { page: 1, limit: roundsMax }, 10_000)
  const [seen, setSeen] = useState<readonly FinishedRound[]>([])
  const finished = finishedOf(round)
  if (finished && !seen.some(({ round_id }) => round_id === finished.round_id))
    setSeen([finished, ...seen].slice(0, roundsMax))
  return mergedRounds(seen, body?.data ?? []).slice(0, roundsMax)
}

function finishedOf(round: CrashState | undefined): FinishedRound | undefined {
  if (round?.phase !== 'crashed' || round.crash_point === undefined || round.hash === undefined) return undefined
  const { round_id, chain_id, game_no, hash, crash_point } = round
  return { round_id, chain_id, game_no, hash, crash_point }
}
