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

let isOffered = false

/**
 * Fills in the stake that was typed for this slip in an earlier visit, else the bettor's own last stake with the first pick of a visit,
 * so that a returning bettor only presses the button. New bettors start without one, and a stake that was cleared stays cleared.
 */
export function useKeptStake(): void {
  useKeptChoices('sports')
  const [stake, setStake] = useStake()
  const hasPicks = useApp(({ betting: { slip } }) => slip.length > 0)
  const offer = useEffectEvent(() => {
    const last = stored.read('stake') ?? stored.read('last-stake')
    if (!isOffered && stake === '' && typeof last === 'string') setStake(last)
    isOffered = true
  })
  useEffect(() => {
    if (hasPicks) offer()
  }, [hasPicks])
}
