import { useEffect } from 'react'
import { stored } from '../state/browser.ts'

let on = stored.read('single-keys') !== false

/** Whether the shortcuts / and b are on. They can be turned off, because voice input or a stuck key can trigger them. */
export const singleKeys = {
  on: (): boolean => on,
  choose(wanted: boolean): void {
    on = wanted
    if (wanted) stored.remove('single-keys')
    else stored.write('single-keys', false, 3.2e11)
  },
}

/** Calls `act` at each press of a shortcut key. `act` must not change between renders. */
export function useSingleKey(key: string, act: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isShortcut(event, key)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [key, act])
}

/** Whether a key press is the shortcut `key`: shortcuts are on, no modifier is pressed, and no field has the focus. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  return (
    on &&
    event.key === key &&
    !event.defaultPrevented &&
    !(event.ctrlKey || event.metaKey || event.altKey || event.repeat) &&
    !isFieldOrDialog(event.target)
  )
}

/** Whether the target is a field or inside a dialog. */
function isFieldOrDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input,textarea,select,dialog,[contenteditable]') !== null
}
