import { useEffect, useEffectEvent } from 'react'
import { isShortcut } from '../preferences/single-keys.ts'

/**
 * Runs a game's action at each press of its key (undefined: none), before the app's own shortcut of that key. `act` returns false if the key has nothing to do
 * now; the press then keeps its usual meaning. A button that was reached by keyboard keeps its space bar.
 */
export function useGameKey(key: string | undefined, act: () => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (key === undefined || !isShortcut(event, key) || (key === ' ' && isReachedByKeyboard(event.target))) return
    if (!act()) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}

const isReachedByKeyboard = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button,a,summary')?.matches(':focus-visible') === true
