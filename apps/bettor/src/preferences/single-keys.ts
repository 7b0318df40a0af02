import { stored } from '../state/browser.ts'

let on = stored.read('single-keys') !== false

/** Whether single keys (/ and b) act; they can be turned off, because a voice or a stuck key presses them too. */
export const singleKeys = {
  on: (): boolean => on,
  choose(wanted: boolean): void {
    on = wanted
    if (wanted) stored.remove('single-keys')
    else stored.write('single-keys', false, 3.2e11)
  },
}

/** Whether this press is the single key of a shortcut: turned on, alone, and not part of what is being written. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  return (
    on &&
    event.key === key &&
    !event.defaultPrevented &&
    !(event.ctrlKey || event.metaKey || event.altKey || event.repeat) &&
    !typing(event.target)
  )
}

/** True where a key belongs to what is being written, or to a dialog that stands over the page. */
function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('dialog') !== null
  )
}
