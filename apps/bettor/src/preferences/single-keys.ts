import { useEffect } from 'react'
import { stored } from '../state/browser.ts'

let on = stored.read('single-keys') !== false

/** Whether single keys (/ and b) act; they can be turned off, because voice input or a stuck key can trigger them. */
export const singleKeys = {
  on: (): boolean => on,
  choose(wanted: boolean): void {
    on = wanted
    if (wanted) stored.remove('single-keys')
    else stored.write('single-keys', false, 3.2e11)
  },
}

/** Calls `act`, a function of the module, at each press of a single key. */
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

/** Whether this press is the single key of a shortcut: turned on, without a modifier, and not typed into a field. */
function isShortcut(event: KeyboardEvent, key: string): boolean {
  return (
    on &&
    event.key === key &&
    !event.defaultPrevented &&
    !(event.ctrlKey || event.metaKey || event.altKey || event.repeat) &&
    !typing(event.target)
  )
}

/** Whether a key is typed into a field or belongs to an open dialog. */
function typing(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input,textarea,select,dialog,[contenteditable]') !== null
}
