import { askPasskey } from '@nare/client/passkey'
import type { Failed } from '@nare/client/call'
import { passkeys } from '@nare/contract/passkeys'
import { auth } from '../../state/auth.ts'
import { call } from '../../state/browser.ts'
import type { Steps } from '../../state/store.ts'

/** Logs in by a passkey of this device. Returns why not, `none` without one that opens an account; undefined once logged in. */
export function loginByPasskey(stay: boolean): Steps<Failed | 'none' | undefined> {
  return async (send) => {
    const options = await call(passkeys.loginOptions, {})
    if (!options.ok) return options
    const response = await askPasskey(options.body)
    if (!response) return 'none'
    const reply = await call(passkeys.login, { response, stay })
    if (!reply.ok) return reply.code === 'wrong_credentials' ? 'none' : reply
    send(auth.actions.assign({ user: reply.body.user, isLoggedIn: true }))
    return undefined
  }
}
