/** PostgreSQL's text and jsonb cannot store lone surrogates or U+0000. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * The name of the first top-level field that contains text PostgreSQL cannot store, at any depth, field names included. Undefined
 * if everything can be stored.
 */
export function unstorableField(input: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(input)) if (!isStorable(name) || hasUnstorable(value)) return name
  return undefined
}

/** Whether any text in a value cannot be stored. Uses an explicit stack, so that deep nesting cannot overflow the call stack. */
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
 * Replaces every character that PostgreSQL cannot store by U+FFFD. For feed messages, where a damaged character is better than a lost
 * message.
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
