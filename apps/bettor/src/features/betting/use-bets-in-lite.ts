import { LiveContext } from '@nare/client/use-live'
import { betting as calls, type BetView } from '@nare/contract/betting'
import type { BetState } from '@nare/contract/live'
import { useContext, useEffect } from 'react'
import { useLite } from '../../preferences/use-lite.ts'
import { call } from '../../state/browser.ts'

const everyMs = 60_000
const betsMax = 20

/** In Lite, which has no live connection, polls the states of the latest 20 bets once a minute while they are shown. */
export function useBetsInLite(): void {
  const lite = useLite()
  const store = useContext(LiveContext)
  useEffect(() => {
    if (!lite || !store) return
    // Pushed states have higher versions than these counts and would never be replaced.
    store.forget('bets')
    let version = 0
    let isActive = true
    const poll = async (): Promise<void> => {
      if (document.hidden) return
      const reply = await call(calls.bets, { limit: betsMax })
      if (!reply.ok || !isActive) return
      version++
      for (const bet of reply.body.data) store.receive({ topic: 'bets', key: bet.bet_id, version, state: stateOf(bet) })
    }
    const timer = setInterval(() => void poll(), everyMs)
    return () => {
      isActive = false
      clearInterval(timer)
      store.forget('bets')
    }
  }, [lite, store])
}

function stateOf({ state, stake, returned, legs }: BetView): BetState {
  return { state, stake, returned, legs: legs.map((leg, n) => ({ n, state: leg.state })) }
}
