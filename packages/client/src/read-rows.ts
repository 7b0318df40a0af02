import type { Route } from '@nare/contract/route'

type Read = { success: true; data: unknown } | { success: false }
type Body = Readonly<Record<string, unknown>>

/**
 * Parses the body of a successful response that does not match the contract as a whole. Its top-level lists, and the lists in the
 * `rows` of the call, are parsed row by row, and an invalid row is dropped. Any other mismatch makes the response unreadable, and
 * so does every mismatch in the response to a placement, which is one object.
 */
export function readRows(route: Route, body: unknown): Read {
  if (route.created || !isRecord(body)) return { success: false }
  const topLevelLists = Object.keys(body).filter((name) => Array.isArray(body[name]))
  const lists = [...topLevelLists.map((name) => [name]), ...(route.rows ?? []).map((name) => name.split('.'))].flatMap(
    (path) => {
      const rows = path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), body)
      return Array.isArray(rows) ? [{ path, rows: rows as readonly unknown[] }] : []
    },
  )
  // Each row is parsed in a body without the other rows and lists, so that only this row can fail.
  const bare = lists.reduce((value, { path }) => put(value, path, []), body)
  if (!route.answer.safeParse(bare).success) return { success: false }
  const readableBody = lists.reduce((value, { path, rows }) => {
    const readable = rows.filter((row) => route.answer.safeParse(put(bare, path, [row])).success)
    return put(value, path, readable)
  }, body)
  return route.answer.safeParse(readableBody)
}

function put(value: Body, [name = '', ...rest]: readonly string[], rows: readonly unknown[]): Body {
  const inner = value[name]
  return { ...value, [name]: rest.length > 0 && isRecord(inner) ? put(inner, rest, rows) : rows }
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
