import { useEffect, useEffectEvent } from 'react'
import { isShortcut } from '../preferences/single-keys.ts'

/**
 * Runs a game's action at each press of its key (undefined: none), before the app's own shortcut of that key. `act` returns false if the key has nothing to do
 * now; the press then keeps its usual meaning. A button that was reached by keyboard keeps its space bar.
 */
export function useGameKey(key: string | undefined, act: () => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (key === undefined || !isShortcut(event, key) || (key === ' ' && focusedBy(event.target) === 'keyboard')) return
    if (!act()) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    watchFocus()
    const listen = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}

const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('button,a,summary') : null

/** The button or link that a pointer pressed last, as long as it keeps the focus. */
let clicked: Element | null = null
let isWatched = false

/** Watches how buttons get their focus. `:focus-visible` does not tell it: a key press makes it true for a button that was clicked. */
export function watchFocus(): void {
  if (isWatched) return
  isWatched = true
  addEventListener('pointerdown', ({ target }) => (clicked = controlOf(target)), true)
  addEventListener('focusin', ({ target }) => (clicked = controlOf(target) === clicked ? clicked : null), true)
}

/** How the button or link under a key press got its focus; undefined if there is none. Only one reached by keyboard keeps Space for itself. */
export function focusedBy(target: EventTarget | null): 'keyboard' | 'pointer' | undefined {
  const control = controlOf(target)
  return control ? (control === clicked ? 'pointer' : 'keyboard') : undefined
}
