/** Half of a surrogate pair without the other, or U+0000: PostgreSQL's text and jsonb hold neither. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * The name of the first field, on the outermost level, that holds a text which PostgreSQL cannot store, at whatever depth, names of
 * fields included; undefined where all can be stored.
 */
export function unstorableField(input: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(input)) if (!isStorable(name) || hasUnstorable(value)) return name
  return undefined
}

/** Whether some text in a value cannot be stored. Walks with a list of its own: what is nested deeply must not fill the stack. */
function hasUnstorable(value: unknown): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && !isStorable(next)) return true
    if (typeof next !== 'object' || next === null) continue
    if (Array.isArray(next)) for (const each of next) open.push(each)
    else for (const [name, each] of Object.entries(next)) open.push(name, each)
  }
  return false
}

/**
 * The same value with each character that PostgreSQL cannot store replaced by U+FFFD: for what a feed says, which is better
 * taken with one odd letter than not at all.
 */
export function storable<T>(value: T): T {
  return hasUnstorable(value) ? (replaced(value) as T) : value
}

function replaced(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd')
  if (Array.isArray(value)) return value.map(replaced)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [String(replaced(name)), replaced(each)]))
}
