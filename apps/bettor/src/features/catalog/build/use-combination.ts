import { combinations } from '@nare/contract/combinations'
import type { Answer } from '@nare/contract/route'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { useLite } from '../../../preferences/use-lite.ts'
import { call } from '../../../state/browser.ts'
import type { PickPart } from '../../../state/picks.ts'
import { useMoves } from '../../../play/use-moves.ts'
import { asker } from './asker.ts'
import { pickKey } from './together.ts'

export type Combined = Answer<typeof combinations.combine>['data']
type Picks = readonly PickPart[]

/** The picks have not changed for so long before the additions in sight are asked for. */
const restMs = 350
/** A price that moved is asked for again at most once in so long; those of the additions less often. */
const moveMs = 400
const nextMoveMs = 5_000
/** At most so many additions are asked for. */
export const additionsMax = 12
export const partsMin = 2
export const partsMax = 8

const keyOf = (picks: Picks): string => picks.map(pickKey).toSorted().join('\n')

const priced = (picks: Picks): boolean => picks.length >= partsMin && picks.length <= partsMax

/**
 * The joint price of picks of a match, and what it becomes with each of the additions in sight. The picks are asked for at once, the additions
 * one after the other once the picks rest; both again after the match or a market of the picks has changed. Lite asks for no additions.
 */
export function useCombination(match_id: string, picks: Picks, additions: Picks) {
  const lite = useLite()
  const [, changed] = useReducer((count: number) => count + 1, 0)
  const [prices] = useState(() =>
    asker<Picks, Combined>({
      keyOf,
      ask: async (asked) => {
        const named = asked.map(({ sub_type_id, odd_key }) => ({ sub_type_id, odd_key }))
        const reply = await call(combinations.combine, { match_id, picks: named })
        return reply.ok ? reply.body.data : undefined
      },
      onChange: changed,
    }),
  )
  const wanted = keyOf(picks)
  const wantedNext = lite || picks.length === 0 ? '' : additions.slice(0, additionsMax).map(pickKey).join('\n')
  const now = priced(picks) ? picks : undefined
  const next = wantedNext === '' ? [] : additions.slice(0, additionsMax).map((addition) => [...picks, addition])
  const want = useEffectEvent((isAtRest: boolean): void => prices.want(now, isAtRest ? next.filter(priced) : []))
  useEffect(() => {
    want(false)
    const timer = setTimeout(() => want(true), restMs)
    return () => clearTimeout(timer)
  }, [wanted, wantedNext])
  const moving = [{ match_id, parts: picks }]
  useMoves(moving, moveMs, () => prices.refresh('now'))
  useMoves(moving, nextMoveMs, () => prices.refresh('next'))
  return {
    now: now && prices.read(now),
    /** The answer with a pick added, if it has been asked for. */
    withPick: (addition: PickPart): Combined | undefined => prices.read([...picks, addition]).answer,
    again: () => prices.refresh('now'),
  }
}
