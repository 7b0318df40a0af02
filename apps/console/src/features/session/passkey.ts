import { call } from '../../wire/calls.ts'
import { operatorStaff } from '@nare/contract/operator-staff'

type Asked = { response: unknown } | string

/** A passkey belongs to the name of a host: browsers refuse it where the address is a number. */
export const whyNoPasskey = ({ hostname, port }: Pick<Location, 'hostname' | 'port'>): string =>
  /^[\d.]+$|:/.test(hostname)
    ? `A passkey needs an address with a name: open the console at ${hostname === '127.0.0.1' ? `localhost${port && `:${port}`}` : 'the name of its host'}, or use the code.`
    : 'No passkey was used. Try again, or use the code.'

/** Asks the browser for the passkey of a person; returns its response, or a sentence that says why there is none. */
export async function passkeyResponse(name: string): Promise<Asked> {
  const options = await call(operatorStaff.passkeyOptions, { name })
  if (!options.ok) return options.error
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return { response: await startAuthentication({ optionsJSON: options.body as never }) }
  } catch {
    return whyNoPasskey(location)
  }
}

/** Asks the browser to make a passkey by the options of an enrolment. */
export async function newPasskey(options: unknown): Promise<Asked> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return { response: await startRegistration({ optionsJSON: options as never }) }
  } catch {
    return whyNoPasskey(location)
  }
}
