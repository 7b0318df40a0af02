import { useEffect, useEffectEvent } from 'react'
import { betting } from '../../state/betting.ts'
import { stored } from '../../state/browser.ts'
import { data } from '../../state/data.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useKeptChoices } from '../../slip/kept-choices.ts'

/** The stake as typed; changing it clears the last refusal. */
export function useStake(): [string, (stake: string) => void] {
  const send = useSend()
  const stake = useApp(({ data: { stake_value } }) => stake_value)
  return [
    stake,
    (value) => {
      send(data.actions.set({ field: 'stake_value', value }))
      send(betting.actions.set({ field: 'refusal', value: null }))
    },
  ]
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
