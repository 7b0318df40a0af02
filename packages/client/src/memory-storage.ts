/** A Storage that lives as long as its owner: for tests, and where the browser refuses its own. */
export function memoryStorage(initial: Record<string, string> = {}): Storage {
  const held = new Map(Object.entries(initial))
  return {
    get length() {
      return held.size
    },
    clear: () => held.clear(),
    getItem: (key) => held.get(key) ?? null,
    key: (index) => [...held.keys()][index] ?? null,
    removeItem: (key) => void held.delete(key),
    setItem: (key, value) => void held.set(key, value),
  }
}
