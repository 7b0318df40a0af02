import { fetchBalance } from '../../state/calls-identity.ts'
import { updateUser } from '../../state/persistence.ts'
import type { Steps } from '../../state/store.ts'

/** Shows the balance of a response, or requests it if there is none. Ignores a response for another bettor. */
export function showBalance(owner: unknown, balance: string | undefined): Steps {
  return async (send, getState) => {
    const { user } = getState().auth
    if (user?.id !== owner) return
    if (balance === undefined) await send(fetchBalance({}))
    else await send(updateUser({ balance }))
  }
}
