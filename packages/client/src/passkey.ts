import { loadChunk } from './load-chunk.ts'

/** The options of a call and the browser's answer, as JSON of WebAuthn. */
type Json = Readonly<Record<string, unknown>>

const loadLibrary = () => loadChunk(() => import('@simplewebauthn/browser'))

/** Asks the browser for a passkey; undefined if the person gives none, or the browser has none. */
export async function askPasskey(options: Json): Promise<Json | undefined> {
  try {
    const { startAuthentication } = await loadLibrary()
    return { ...(await startAuthentication({ optionsJSON: options as never })) }
  } catch {
    return undefined
  }
}

/** Asks the browser to make a passkey; undefined if it makes none. */
export async function makePasskey(options: Json): Promise<Json | undefined> {
  try {
    const { startRegistration } = await loadLibrary()
    return { ...(await startRegistration({ optionsJSON: options as never })) }
  } catch {
    return undefined
  }
}
