import { call } from '../../wire/calls.ts'
import { staffCalls } from '../../wire/staff-calls.ts'

/** Asks the browser for the passkey of a person; returns its response, or a sentence that says why there is none. */
export async function passkeyResponse(name: string): Promise<{ response: unknown } | string> {
  const options = await call(staffCalls.passkeyOptions, { name })
  if (!options.ok) return options.error
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return { response: await startAuthentication({ optionsJSON: options.body as never }) }
  } catch {
    return 'No passkey was used. Try again, or use the code.'
  }
}
