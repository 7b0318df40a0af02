import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { useApp, useSend } from '../../state/hooks.ts'
import type { RootState } from '../../state/store.ts'
import { validate, validation } from './validation.ts'

const typingPauseMs = 300
const everyMs = 15_000
const everyLiveMs = 5_000

/** While the slip is on screen: validated when it changes, and again on a timer, more often with a live pick. */
export function useValidation(): void {
  const send = useSend()
  const store = useStore<RootState>()
  const slip = useApp(({ betting }) => betting.slip)
  const type = useApp(({ betting }) => betting.bet_type)
  const system = useApp(({ betting }) => betting.system)
  const stake = useApp(({ data }) => data.stake_value)
  const [repeated] = useState(() =>
    validation({
      send,
      slip: () => store.getState().betting.slip,
      every: (run, ms) => {
        const timer = setInterval(run, ms)
        return () => clearInterval(timer)
      },
    }),
  )
  useEffect(() => {
    const soon = setTimeout(() => void send(validate(stake)), typingPauseMs)
    repeated.start(slip.some(({ live }) => live) ? everyLiveMs : everyMs, stake)
    return () => {
      clearTimeout(soon)
      repeated.stop()
    }
  }, [send, repeated, slip, type, system, stake])
}
