import type { GameRoundOf } from '@nare/contract/games'
import { useState } from 'react'
import { useMotion } from '../../play/use-motion.ts'

type Round = GameRoundOf<'plinko'>

/**
 * The rounds of plinko whose balls fall: those of `arrived` (newest first) that have not landed. `shown` is the round that landed last.
 * Without animations a ball lands as it arrives.
 */
export function useFalling(arrived: readonly Round[]) {
  const isAnimated = useMotion()
  const [landed, setLanded] = useState<readonly string[]>([])
  const falling = isAnimated ? arrived.filter(({ round_id }) => !landed.includes(round_id)) : []
  const [last] = isAnimated ? landed : [arrived[0]?.round_id]
  return {
    falling,
    shown: arrived.find(({ round_id }) => round_id === last),
    land: (roundId: string): void =>
      setLanded((all) => [roundId, ...all.filter((one) => one !== roundId)].slice(0, keptMax)),
  }
}

const keptMax = 100
