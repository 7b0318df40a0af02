import { useSyncExternalStore } from 'react'

export type Signal<T> = ReturnType<typeof signal<T>>

/** A value outside the store with listeners; setting the same value calls no listener. */
export function signal<T>(initial: T) {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: (): T => value,
    set(next: T): void {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The value of a signal; the component renders again when it changes. */
export const useSignal = <T>({ listen, get }: Pick<Signal<T>, 'listen' | 'get'>): T => useSyncExternalStore(listen, get)
