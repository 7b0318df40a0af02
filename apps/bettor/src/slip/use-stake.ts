import { useEffect, useEffectEvent } from 'react'
import { betting } from '../state/betting.ts'
import { stored } from '../state/browser.ts'
import { data } from '../state/data.ts'
import { useApp, useSend } from '../state/hooks.ts'
import { picksOf, type PickSlipKind } from '../state/slips.ts'
import type { RootState, Steps } from '../state/store.ts'
import { useKeptChoices } from './kept-choices.ts'
import { forgetRefusal } from './placement.ts'

/** The entries that store the last placed stakes. */
export const lastStake = { sports: 'last-stake', league: 'last-league-stake' } as const

const stakeOf = ({ data: { stake_value }, betting: { kiron_stake } }: RootState, kind: PickSlipKind): string =>
  kind === 'sports' ? stake_value : kiron_stake

/** Stores the stake as typed and clears the last refusal. The unknown outcome of a bet stays until it is known. */
export const setStake =
  (kind: PickSlipKind, value: string): Steps =>
  async (send) => {
    if (kind === 'sports') send(data.actions.set({ field: 'stake_value', value }))
    else send(betting.actions.set({ field: 'kiron_stake', value }))
    void send(forgetRefusal(kind))
  }

/** The stake as typed, and the function that changes it. */
export function useStake(kind: PickSlipKind): [string, (stake: string) => void] {
  const send = useSend()
  const stake = useApp((state) => stakeOf(state, kind))
  return [stake, (value) => void send(setStake(kind, value))]
}

/** The entries that store the stakes typed for a slip with picks (see kept-choices.ts). */
const typedStake = { sports: 'stake', league: 'league-stake' } as const

const prefilled = new Set<PickSlipKind>()

/**
 * Prefills the stake of a slip once per visit, with the first pick: the stake typed for this slip in an earlier visit, else the last stake
 * of the bettor. New bettors start without a stake, and a cleared stake stays cleared. `isWanted` prefills it before the first pick.
 */
export function useKeptStake(kind: PickSlipKind, isWanted = false): void {
  useKeptChoices(kind)
  const [stake, setStake] = useStake(kind)
  const hasPicks = useApp((state) => picksOf(state.betting, kind).length > 0) || isWanted
  const prefill = useEffectEvent(() => {
    const last = stored.read(typedStake[kind]) ?? stored.read(lastStake[kind])
    if (!prefilled.has(kind) && stake === '' && typeof last === 'string') setStake(last)
    prefilled.add(kind)
  })
  useEffect(() => {
    if (hasPicks) prefill()
  }, [hasPicks])
}
