import { jackpotHeads, type JackpotHead } from '@nare/contract/jackpot-heads'
import { useApp } from '../../../state/hooks.ts'
import { useFeature } from '../../../state/use-feature.ts'
import { useRead } from '../../../state/use-read.ts'

const freshMs = 60_000

/** The open jackpot with the largest amount; null while it loads; undefined without one, and where jackpots are not offered. */
export function useFrontJackpot(): JackpotHead | null | undefined {
  const isKnown = useApp(({ data }) => data.app_config !== null)
  const { body, loading } = useRead(jackpotHeads.heads, useFeature('jackpot') ? {} : undefined, freshMs)
  if (!body) return loading || !isKnown ? null : undefined
  return body.data.toSorted((a, b) => Number(b.amount) - Number(a.amount))[0]
}
