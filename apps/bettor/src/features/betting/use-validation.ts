import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { useApp, useSend } from '../../state/hooks.ts'
import { useMoves } from '../../play/use-moves.ts'
import type { RootState } from '../../state/store.ts'
import { validate, validation } from './validation.ts'

const debounceMs = 300
const intervalMs = 15_000
const liveIntervalMs = 5_000
const moveMs = 700

/**
 * Validates the slip while it is on screen: after each change and at intervals, shorter ones with a live pick. A combination has no price
 * pushed to it: the slip is validated when the match of one has moved.
 */
export function useValidation(): void {
  const send = useSend()
  const store = useStore<RootState>()
  const slip = useApp(({ betting }) => betting.slip)
  const type = useApp(({ betting }) => betting.bet_type)
  const system = useApp(({ betting }) => betting.system)
  const stake = useApp(({ data }) => data.stake_value)
  const [repeatedValidation] = useState(() =>
    validation({
      send,
      slip: () => store.getState().betting.slip,
      every: (run, ms) => {
        const timer = setInterval(run, ms)
        return () => clearInterval(timer)
      },
    }),
  )
  useMoves(slip, moveMs, () => void send(validate(stake)))
  useEffect(() => {
    const timer = setTimeout(() => void send(validate(stake)), debounceMs)
    repeatedValidation.start(slip.some(({ live }) => live) ? liveIntervalMs : intervalMs, stake)
    return () => {
      clearTimeout(timer)
      repeatedValidation.stop()
    }
  }, [send, repeatedValidation, slip, type, system, stake])
}
