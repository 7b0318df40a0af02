import { betting } from '../../state/betting.ts'
import { data } from '../../state/data.ts'
import { useApp, useSend } from '../../state/hooks.ts'

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
