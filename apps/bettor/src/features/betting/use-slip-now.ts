import { LiveContext } from '@nare/client/use-live'
import type { MarketState } from '@nare/contract/live'
import { useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useApp } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import type { LegNow } from '../../slip/cta.ts'

const topicOf = (pick: Pick): string => `market:${pick.match_id}:${pick.sub_type_id}`

/** The current price and state of each pick: from the live topic, else from the last validation, else as picked. */
export function useSlipNow(slip: readonly Pick[]): LegNow[] {
  const store = useContext(LiveContext)
  const checked = useApp(({ betting }) => betting.slip_validation_data)
  const topics = useMemo(() => slip.map(topicOf).join('\n'), [slip])

  useEffect(() => {
    const releases = topics ? topics.split('\n').map((topic) => store?.subscribe(topic)) : []
    return () => releases.forEach((release) => release?.())
  }, [store, topics])

  const listen = useMemo(
    () => (changed: () => void) => {
      const stops = slip.map((pick) => store?.listen(topicOf(pick), pick.special_bet_value, changed))
      return () => stops.forEach((stop) => stop?.())
    },
    [store, slip],
  )
  const liveTexts = useSyncExternalStore(listen, () =>
    slip.map((pick) => liveText(store?.read(topicOf(pick), pick.special_bet_value), pick)).join('|'),
  )

  return slip.map((pick, index) => {
    const validated = checked.find(({ ucn }) => ucn === pick.ucn)
    if (validated?.state === 'started') return { odd_value: validated.odd_value, state: validated.state }
    const live = fromText(liveTexts.split('|')[index])
    if (live) return live
    return validated
      ? { odd_value: validated.odd_value, state: validated.state }
      : { odd_value: pick.odd_value, state: 'open' }
  })
}

function liveText(state: unknown, pick: Pick): string {
  if (!isMarket(state)) return ''
  return `${state.state};${state.odds.find(([key]) => key === pick.odd_key)?.[1] ?? ''}`
}

function fromText(text: string | undefined): LegNow | undefined {
  const [state, price] = (text ?? '').split(';')
  if (state !== 'open' && state !== 'suspended' && state !== 'closed') return undefined
  return { state, odd_value: price || null }
}

function isMarket(state: unknown): state is MarketState {
  return typeof state === 'object' && state !== null && 'odds' in state && Array.isArray(state.odds)
}
