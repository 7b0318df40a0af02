import { useEffect, useEffectEvent } from 'react'
import { focusedBy, watchFocus } from '../../play/use-game-key.ts'
import { isShortcut } from '../../preferences/single-keys.ts'

/** A hotkey of a game. `keys` are values of KeyboardEvent.key in lower case; `name` says in a word or two what it does. */
export type GameKey = { keys: readonly string[]; name: string; act: (key: string) => void }

/**
 * Acts on a press of a hotkey. Keys are ignored while a field or a dialog has the focus, and if shortcuts are off; a button
 * that was reached by keyboard keeps Space for itself. A key that is held down acts once.
 */
export function useGameKeys(all: readonly GameKey[]): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const pressed = event.key.toLowerCase()
    const hotkey = all.find(({ keys }) => keys.includes(pressed))
    // A held Space would scroll the page, or press the button that was clicked last.
    const isFree = event.target === document.body || focusedBy(event.target) === 'pointer'
    if (hotkey && event.repeat && isFree) event.preventDefault()
    if (!hotkey || !isShortcut(event, event.key) || document.querySelector('dialog[open]')) return
    if (pressed === ' ' && focusedBy(event.target) === 'keyboard') return
    event.preventDefault()
    hotkey.act(pressed)
  })
  useEffect(() => {
    watchFocus()
    const listen = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** Presses the button of a move, for its hotkey: a disabled one does nothing. The button names its move in `data-move`. */
export function pressMove(move: string): void {
  document.querySelector<HTMLElement>(`[data-move="${move}"]`)?.click()
}
