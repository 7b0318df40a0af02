import type { CrashState } from '@nare/contract/crash'
import { useEffect, useRef } from 'react'
import { playSound } from '../../play/sounds.ts'

/** Plays the take-off and the crash of the rounds on this screen, if sounds are on; the same ones for a bettor who wins, loses or watches. */
export function useFlightSounds(phase: CrashState['phase'] | undefined): void {
  const before = useRef(phase)
  useEffect(() => {
    const last = before.current
    before.current = phase
    if (last === undefined || last === phase || document.visibilityState === 'hidden') return
    if (phase === 'flying') playSound('step')
    if (phase === 'crashed') playSound('stop')
  }, [phase])
}
