import { useEffect, useRef } from 'react'
import { stored, timers } from '../wire/browser.ts'
import { signal, useSignal } from '../wire/signal.ts'

/**
 * Keys of a screen. `keys` are names as of KeyboardEvent.key in lower case, `Ctrl+k` and `Shift+s` with the modifier; `press` gets the name. `label` says
 * what they do, in the foot and in the list of all keys; keys without a label are in neither. Single keys can be switched off; keys with
 * a name, as `Enter`, and keys with a modifier stay.
 */
export type Binding = {
  readonly keys: readonly string[]
  readonly label?: string | undefined
  readonly press: (key: string) => void
  /** False while the keys do nothing. */
  readonly on?: boolean
}

type Registered = { readonly id: number; readonly bindings: readonly Binding[] }

const registered = signal<readonly Registered[]>([])
let lastId = 0

/** Whether single keys act; voice input or a stuck key can trigger them, so that they can be switched off. */
export const singleKeys = signal(stored.read('single-keys') !== false)
export function setSingleKeys(on: boolean): void {
  if (on) stored.remove('single-keys')
  else stored.write('single-keys', false, 3.2e11)
  singleKeys.set(on)
}

/**
 * Adds keys until the returned function is called. Of two bindings of a key the one that was added last acts; those of the `frame` give way
 * to all others.
 */
export function addKeys(bindings: readonly Binding[], { frame = false } = {}): () => void {
  const entry = { id: ++lastId, bindings }
  registered.set(frame ? [entry, ...registered.get()] : [...registered.get(), entry])
  return () => registered.set(registered.get().filter((each) => each !== entry))
}

/** Adds keys while a component is mounted (`addKeys`). */
export function useKeys(given: readonly Binding[], { frame = false } = {}): void {
  const bindings = given.filter(({ keys, on = true }) => on && keys.length > 0)
  const current = useRef(bindings)
  useEffect(() => void (current.current = bindings))
  const shape = JSON.stringify(bindings.map(({ keys, label }) => ({ keys, label })))
  useEffect(() => {
    const shown = JSON.parse(shape) as readonly Omit<Binding, 'press'>[]
    const added = shown.map((binding, at) => ({ ...binding, press: (key: string) => current.current[at]?.press(key) }))
    return addKeys(added, { frame })
  }, [shape, frame])
}

/** All bindings that act now: those of the screen before those of the frame around it. */
export function useBindings(): readonly Binding[] {
  const all = useSignal(registered)
  const taken = new Set<string>()
  return all
    .toReversed()
    .flatMap(({ bindings }) => bindings)
    .filter(({ keys }) => {
      const isNew = keys.some((key) => !taken.has(key))
      for (const key of keys) taken.add(key)
      return isNew
    })
}

const prefixForMs = 1_500
let prefix = ''
let cancelPrefix = (): void => {}

/** The name of a pressed key; after `g` it is `g 1`. A letter with Shift is another key than the letter, one with Caps Lock is not. */
function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  if (ctrlKey || metaKey) return `Ctrl+${name}`
  if (prefix) return `${prefix} ${name}`
  return shiftKey && /^[a-z]$/.test(name) ? `Shift+${name}` : name
}

const always = /^(Enter|Escape|Ctrl\+|Arrow|Home|End|Page)/

/** Acts on a key press; returns whether a binding acted. In a field or a dialog only Ctrl keys act, and Escape leaves a field. */
export function onKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.isComposing) return false
  const name = nameOf(event)
  const { target } = event
  const isWithin = (selector: string): boolean => (target as Element | null)?.closest?.(selector) instanceof Object
  if (!name.startsWith('Ctrl+')) {
    if (isWithin('[role=dialog], [role=menu], [role=alertdialog]')) return false
    if (isWithin('input, textarea, select, [contenteditable]') && name !== 'Escape') return false
    if (name === 'Enter' && isWithin('a, button, summary')) return false
    if (!always.test(name) && !singleKeys.get()) return false
  }
  const candidates = registered
    .get()
    .toReversed()
    .flatMap(({ bindings }) => bindings)
  endPrefix()
  const binding = candidates.find(({ keys }) => keys.includes(name))
  if (!binding) {
    if (candidates.some(({ keys }) => keys.some((key) => key.startsWith(`${name} `)))) {
      prefix = name
      cancelPrefix = timers.after(prefixForMs, endPrefix)
    }
    return false
  }
  event.preventDefault()
  binding.press(name)
  return true
}

function endPrefix(): void {
  cancelPrefix()
  prefix = ''
}

/** How a key is written: `j` as J, `Ctrl+k` as Ctrl K. */
export const keyText = (key: string): string => {
  const text = key
    .replace('Ctrl+', 'Ctrl ')
    .replace('Shift+', 'Shift ')
    .replace('Escape', 'Esc')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→')
  return text.replaceAll(/\b[a-z]\b/g, (letter) => letter.toUpperCase())
}
