import { call } from '../../wire/calls.ts'
import { operatorStaff } from '@nare/contract/operator-staff'

type Asked = { response: unknown } | string

const nothingUsed = 'No passkey was used. Try again, or use the code.'

/** Asks the browser for the passkey of a person; returns its response, or a sentence that says why there is none. */
export async function passkeyResponse(name: string): Promise<Asked> {
  const options = await call(operatorStaff.passkeyOptions, { name })
  if (!options.ok) return options.error
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return { response: await startAuthentication({ optionsJSON: options.body as never }) }
  } catch {
    return nothingUsed
  }
}

/** Asks the browser to make a passkey by the options of an enrolment. */
export async function newPasskey(options: unknown): Promise<Asked> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return { response: await startRegistration({ optionsJSON: options as never }) }
  } catch {
    return nothingUsed
  }
}
