import { readFileSync } from 'node:fs'
import type { Reply } from '../requests/http.ts'

type File = { readonly source: string; readonly bodies: Readonly<Record<string, unknown>> }

/** Bodies from a provider's documentation, by name. The JSON file names their source. */
export function recorded(name: string): (what: string) => unknown {
  // All files in the folder "recorded" have this shape.
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
    // A recorded reply with a status also has a body.
    return recorded(name)(what) as { status: number; body: Record<string, unknown> }
  }
