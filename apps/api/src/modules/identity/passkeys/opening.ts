import { refused } from '@nare/contract/outcome'
import type { openAccountActions } from '../account-actions.ts'
import type { Parts } from '../parts.ts'
import { endOpenedBy, endSessionsOf, openedAt } from '../sessions/sessions.ts'
import type { Confirm } from './parts.ts'
import { openBettorPasskeys } from './bettor-passkeys.ts'

/** For how long a login says that the bettor himself sits there. */
const recentMs = 10 * 60_000

type With = {
  readonly operator: Pick<ReturnType<typeof openAccountActions>, 'message' | 'sendMessage'>
  readonly verifyPasswordOf: (bettor: bigint, password: string) => ReturnType<Confirm>
}

/** Opens the passkeys of bettors with the parts of the identity area. */
export function openPasskeys(
  { deps, sessions }: Pick<Parts, 'deps' | 'sessions'>,
  { operator, verifyPasswordOf }: With,
) {
  const { db, clock, secret, siteUrl } = deps
  return openBettorPasskeys({
    ...{ db, clock, secret, siteUrl, endOpenedBy, endSessionsOf, forget: sessions.forget },
    async confirm(session, password) {
      if (password !== undefined) return verifyPasswordOf(session.bettor, password)
      const since = await openedAt(db, session)
      return since && clock.now() - since.getTime() < recentMs
        ? { ok: true, value: undefined }
        : refused('confirm_first', undefined, 'Enter your password to confirm that it is you')
    },
    async notify(tx, bettor, text) {
      const written = await operator.message(tx, { bettor, text, by: 'Nare' })
      return async () => {
        if (written.ok) await operator.sendMessage(written.value.id)
      }
    },
  })
}
