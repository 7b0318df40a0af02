import { jackpotHeads, type JackpotHead } from '@nare/contract/jackpot-heads'
import { useFeature } from '../../../state/use-feature.ts'
import { useRead } from '../../../state/use-read.ts'

const freshMs = 60_000

/** The open jackpot with the largest amount; undefined while it loads, without one, and where jackpots are not offered. */
export function useFrontJackpot(): JackpotHead | undefined {
  const heads = useRead(jackpotHeads.heads, useFeature('jackpot') ? {} : undefined, freshMs).body?.data ?? []
  return heads.toSorted((a, b) => Number(b.amount) - Number(a.amount))[0]
}
