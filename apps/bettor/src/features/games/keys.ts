import { useEffect, useEffectEvent } from 'react'
import { isShortcut } from '../../preferences/single-keys.ts'

/** A hotkey of a game. `keys` are values of KeyboardEvent.key in lower case; `name` says in a word or two what it does. */
export type GameKey = { keys: readonly string[]; name: string; act: (key: string) => void }

/**
 * Acts on a press of a hotkey. Keys are ignored while a field or a dialog has the focus, and if shortcuts are off; a focused button keeps
 * Space for itself. A key that is held down acts once.
 */
export function useGameKeys(all: readonly GameKey[]): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const pressed = event.key.toLowerCase()
    const hotkey = all.find(({ keys }) => keys.includes(pressed))
    // A held Space would scroll the page.
    if (hotkey && event.repeat && event.target === document.body) event.preventDefault()
    if (!hotkey || !isShortcut(event, event.key) || document.querySelector('dialog[open]')) return
    if (pressed === ' ' && event.target instanceof Element && event.target.closest('button,a,summary')) return
    event.preventDefault()
    hotkey.act(pressed)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
