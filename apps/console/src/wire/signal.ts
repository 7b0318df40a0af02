import { useSyncExternalStore } from 'react'

export type Signal<T> = ReturnType<typeof signal<T>>

/** A value outside React that components can follow by `useSignal`. */
export function signal<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: (): T => value,
    set(next: T): void {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useSignal = <T>({ listen, get }: Signal<T>): T => useSyncExternalStore(listen, get)
