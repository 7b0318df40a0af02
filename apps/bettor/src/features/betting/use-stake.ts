import { useEffect, useEffectEvent } from 'react'
import { betting } from '../../state/betting.ts'
import { stored } from '../../state/browser.ts'
import { data } from '../../state/data.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Steps } from '../../state/store.ts'
import { useKeptChoices } from '../../slip/kept-choices.ts'

/** Stores the stake as typed and clears the last refusal. The unknown outcome of a bet stays until it is known. */
export const setStake =
  (value: string): Steps =>
  async (send, getState) => {
    send(data.actions.set({ field: 'stake_value', value }))
    if (getState().betting.refusal?.code !== 'no_answer') send(betting.actions.set({ field: 'refusal', value: null }))
  }

/** The stake as typed, and the function that changes it. */
export function useStake(): [string, (stake: string) => void] {
  const send = useSend()
  const stake = useApp(({ data: { stake_value } }) => stake_value)
  return [stake, (value) => void send(setStake(value))]
}

let isPrefilled = false

/**
 * Prefills the stake once per visit, with the first pick: the stake typed for this slip in an earlier visit, else the last stake of the
 * bettor. New bettors start without a stake, and a cleared stake stays cleared.
 */
export function useKeptStake(): void {
  useKeptChoices('sports')
  const [stake, setStake] = useStake()
  const hasPicks = useApp(({ betting: { slip } }) => slip.length > 0)
  const prefill = useEffectEvent(() => {
    const last = stored.read('stake') ?? stored.read('last-stake')
    if (!isPrefilled && stake === '' && typeof last === 'string') setStake(last)
    isPrefilled = true
  })
  useEffect(() => {
    if (hasPicks) prefill()
  }, [hasPicks])
}
