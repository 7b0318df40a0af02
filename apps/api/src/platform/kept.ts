export type Kept<T> = ReturnType<typeof openKept<T>>

/** Keeps what was made for the last `max` keys by use. Callers who ask at once share one making. Neither a failure nor `undefined` is kept. */
export function openKept<T>(max: number) {
  const kept = new Map<string, Promise<T | undefined>>()
  return {
    has: (key: string): boolean => kept.has(key),

    /** What was made for this key, or else the result of `make`. */
    once(key: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
      const made = kept.get(key) ?? make()
      kept.delete(key)
      kept.set(key, made)
      const drop = (): void => void (kept.get(key) === made && kept.delete(key))
      made.then((found) => found ?? drop(), drop)
      for (const oldest of kept.keys()) if (kept.size > max) kept.delete(oldest)
      return made
    },
  }
}
