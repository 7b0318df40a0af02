import { isNumberedHost } from '@nare/client/named-host'
import { askPasskey, makePasskey } from '@nare/client/passkey'
import { operatorStaff } from '@nare/contract/operator-staff'
import { call } from '../../wire/calls.ts'

type Asked = { response: unknown } | string

/** A passkey belongs to the name of a host: browsers refuse it where the address is a number. */
export const whyNoPasskey = ({ hostname, port }: Pick<Location, 'hostname' | 'port'>): string =>
  isNumberedHost(hostname)
    ? `A passkey needs an address with a name: open the console at ${hostname === '127.0.0.1' ? `localhost${port && `:${port}`}` : 'the name of its host'}, or use the code.`
    : 'No passkey was used. Try again, or use the code.'

const answerOf = (response: unknown): Asked => (response === undefined ? whyNoPasskey(location) : { response })

/** Asks the browser for the passkey of a person; returns its response, or a sentence that says why there is none. */
export async function passkeyResponse(name: string): Promise<Asked> {
  const options = await call(operatorStaff.passkeyOptions, { name })
  return options.ok ? answerOf(await askPasskey(options.body)) : options.error
}

/** Asks the browser to make a passkey by the options of an enrolment. */
export const newPasskey = async (options: unknown): Promise<Asked> =>
  answerOf(await makePasskey(options as Readonly<Record<string, unknown>>))
