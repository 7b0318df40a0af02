import type { kyc as contract } from '@nare/contract/kyc'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { transact, type Db } from '#platform/db'
import { chooseNameShown, isNameShown } from '../names.ts'
import type { Kyc } from './kyc.ts'

export { operatorIdentityRoutes } from './operator-routes.ts'

/** The calls of identity checks. */
export function kycRoutes(kyc: Kyc, db: Db): Handlers<typeof contract> {
  return {
    identityCheck: async (_input, { session }) => done(await kyc.state(session.bettor)),
    nameShown: async (_input, { session }) => done({ shown: await isNameShown(db, session.bettor) }),
    async showName({ shown }, { session }) {
      await transact(db, (tx) => chooseNameShown(tx, session.bettor, shown))
      return done({ shown })
    },
    checkNumber: (input, { session }) => kyc.submitNumber(input, session),
    checkIdentity: (input, { session }) => kyc.submit(input, session),
  }
}
