import { readFileSync } from 'node:fs'
import type { Reply } from '../requests/http.ts'

type File = { readonly source: string; readonly bodies: Readonly<Record<string, unknown>> }

/** Bodies recorded from a provider's documentation, by name; the file has their source. */
export function recorded(name: string): (what: string) => unknown {
  // The files are this folder's own, of one shape.
  const { bodies } = JSON.parse(readFileSync(new URL(`./recorded/${name}.json`, import.meta.url), 'utf8')) as File
  return (what) => {
    if (!(what in bodies)) throw new Error(`${name} has no body "${what}"`)
    return bodies[what]
  }
}

/** A recorded answer with its HTTP status. */
export const recordedReply =
  (name: string): ((what: string) => Reply) =>
  (what) => {
    // As above: what has a status has a body.
    return recorded(name)(what) as { status: number; body: Record<string, unknown> }
  }
