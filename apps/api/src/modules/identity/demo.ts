import { transact } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Parts } from './parts.ts'
import * as store from './store.ts'

const demo = { email: null, dateOfBirth: '1990-01-01', utmSource: null, utmCampaign: null, btag: null }

/** Opens a verified bettor without a code, for the sandbox only. An existing account is not changed. */
export function openDemoAccounts({ deps: { db, ledger, rules }, passwords }: Pick<Parts, 'deps' | 'passwords'>) {
  return async ({ msisdn, password, name }: { msisdn: string; password: string; name: string }): Promise<bigint> => {
    const passwordHash = await passwords.hash(password, { key: 'sandbox', recognised: true })
    invariant(passwordHash !== 'busy', 'no logins compete while the sandbox is prepared')
    return transact(db, async (tx) => {
      await store.lockNumber(tx, msisdn)
      const existing = await store.bettorOf(tx, msisdn)
      if (existing) return existing.id
      const { termsVersion } = rules()
      const id = await store.insertBettor(tx, { ...demo, msisdn, passwordHash, name, termsVersion })
      invariant(id !== undefined, 'the number is locked and has no account')
      await ledger.openBettor(tx, id)
      await store.markVerified(tx, id)
      return id
    })
  }
}
