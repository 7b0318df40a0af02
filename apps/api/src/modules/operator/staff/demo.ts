import type { Role } from '@nare/contract/permissions'
import type { Passwords } from '#modules/identity/identity'
import { invariant } from '#platform/invariant'
import { transact, type Db } from '#platform/db'
import { random } from '#platform/random'
import type { Codes } from './codes.ts'
import * as store from './people-store.ts'
import { endSessions } from './session-store.ts'

export const demoPeople: Readonly<Record<string, Role>> = {
  asha: 'admin',
  baraka: 'trader',
  chebet: 'payments',
  dalili: 'support',
  esther: 'protection',
  farida: 'finance',
  gitonga: 'marketing',
  hawa: 'auditor',
  juma: 'admin',
}
const knownPassword = 'karibu-console'

type DemoDeps = {
  readonly db: Db
  readonly codes: Codes
  readonly passwords: Passwords
  readonly configured: readonly string[]
  readonly mode: 'none' | 'known' | 'secret'
}

/** How somebody logs in as a demo person: `otpauthUrl` only where the sandbox serves no codes. */
export type DemoLogin = {
  readonly name: string
  readonly role: Role
  readonly password: string
  readonly otpauthUrl?: string
}

/** The sandbox's people, one for each role and a second admin. Where strangers reach the sandbox, their passwords are new at each start. */
export function openDemoStaff({ db, codes, passwords, configured, mode }: DemoDeps) {
  async function hashOf(password: string): Promise<string> {
    const hashed = await passwords.hash(password, { key: 'sandbox', recognised: true })
    invariant(hashed !== 'busy', 'no logins compete while the sandbox is prepared')
    return hashed
  }

  return {
    /** Creates the people who are missing, except those whose name is in OPERATORS, and sets their passwords. */
    async open(): Promise<DemoLogin[]> {
      if (mode === 'none') return []
      await store.removeDemo(db, configured)
      const shared = mode === 'known' ? await hashOf(knownPassword) : undefined
      const logins: DemoLogin[] = []
      for (const [name, role] of Object.entries(demoPeople)) {
        if (configured.includes(name)) continue
        const password = shared === undefined ? random.token(12) : knownPassword
        const passwordHash = shared ?? (await hashOf(password))
        const secret = codes.newSecret()
        const sealed = await codes.seal(name, secret)
        const isOurs = await transact(db, async (tx) => {
          const isNew = await store.insertPerson(tx, { name, roles: [role], bettor: null, demo: true })
          const person = await store.lockPerson(tx, name)
          if (!person?.demo) return false
          // A key of the data folder that changed, or people whom strangers may have known: everything is set anew.
          const isLost = person.codeSecret === null || (await codes.open(name, person.codeSecret)) === undefined
          const isRenewed = isNew || isLost || mode === 'secret'
          if (isRenewed) await store.removeCredentials(tx, name)
          if (isRenewed) await endSessions(tx, name)
          await store.setCredentials(tx, name, { passwordHash, ...(isRenewed && { codeSecret: sealed }) })
          return true
        })
        if (!isOurs) continue
        const otpauthUrl = codes.shown(name, secret).otpauth_url
        logins.push({ name, role, password, ...(mode === 'secret' && { otpauthUrl }) })
      }
      return logins
    },

    /** A one-time code of a demo person that was never used nor handed out; undefined for anybody else, and where strangers reach the sandbox. */
    async code(name: string): Promise<string | undefined> {
      const person = mode === 'known' ? await store.person(db, name) : undefined
      const { codeSecret } = person ?? {}
      if (!person?.demo || !codeSecret) return undefined
      return transact(db, (tx) => codes.handOut(tx, name, codeSecret))
    },
  }
}
