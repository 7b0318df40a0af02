import { done, refused } from '@nare/contract/outcome'
import { isWeak, type Passwords } from '#modules/identity/identity'
import { transact, type Db, type Tx } from '#platform/db'
import { random } from '#platform/random'
import { insertDone } from '../store.ts'
import type { Codes } from './codes.ts'
import * as store from './credential-store.ts'
import { clearName } from './login-limits.ts'
import { loginLine, tokenHashOf } from './logins.ts'
import type { Passkeys, Site } from './passkeys.ts'
import * as people from './people-store.ts'
import { endSessions, insertSession } from './session-store.ts'

type EnrolmentDeps = {
  readonly db: Db
  readonly passwords: Passwords
  readonly codes: Codes
  readonly passkeys: Passkeys
  /** The address of the console, without a trailing slash. */
  readonly consoleUrl: () => string
}

const gone = refused(
  'not_found',
  undefined,
  'This link was used already, or is older than an hour. Ask for another one',
)

/** Opens enrolment: a link, valid once and for an hour, with which a person sets up how he logs in. */
export function openEnrolment({ db, passwords, codes, passkeys, consoleUrl }: EnrolmentDeps) {
  async function linkOf(token: string) {
    const found = await store.enrolment(db, tokenHashOf(token))
    const secret = found && (await codes.open(found.name, found.codeSecret))
    return found && secret ? { ...found, secret } : undefined
  }

  type Enrolling = {
    readonly token: string
    readonly name: string
    readonly address: string
    readonly method: 'code' | 'passkey'
    readonly passwordHash: string | undefined
    readonly codeSecret?: Buffer
    readonly use: (tx: Tx) => Promise<boolean>
  }

  /** Uses the link once, stores the credentials and opens a session. */
  async function enrol({ token, name, address, method, passwordHash, codeSecret, use }: Enrolling) {
    const session = random.token(32)
    const enrolled = await transact(db, async (tx) => {
      const person = await people.lockPerson(tx, name)
      // Under the person's lock the link is still what it is here when it is used below.
      if (person?.state !== 'active' || !(await store.enrolment(tx, tokenHashOf(token)))) return undefined
      if (!(await use(tx)) || !(await store.useEnrolment(tx, tokenHashOf(token)))) return undefined
      await people.setCredentials(tx, name, {
        ...(passwordHash !== undefined && { passwordHash }),
        ...(codeSecret && { codeSecret }),
      })
      await insertSession(tx, { tokenHash: tokenHashOf(session), name, method, address })
      await insertDone(tx, { ...loginLine({ name, method, address }), action: 'staff.enrolled' })
      return { person, recoveryCodes: await codes.newRecovery(tx, name) }
    })
    return enrolled ? done({ ...enrolled, token: session }) : gone
  }

  async function hashOf(password: string, { name, address }: { name: string; address: string }) {
    if (isWeak(password, { name })) return refused('weak_password')
    const hash = await passwords.hash(password, { key: address, recognised: false })
    return hash === 'busy' ? refused('too_many_requests', { retry_after_s: 2 }) : done(hash)
  }

  return {
    /** Makes a link for a person who has nothing to log in with yet. Its earlier links end. */
    async linkFor(tx: Tx, name: string): Promise<string> {
      const token = random.token(32)
      const codeSecret = await codes.seal(name, codes.newSecret())
      await store.insertEnrolment(tx, { tokenHash: tokenHashOf(token), name, codeSecret })
      // What follows the # is not sent to any server, so no log has it.
      return `${consoleUrl()}/console/enrol#${token}`
    },

    /** Removes everything that a person logs in with, ends the sessions, and makes a link. */
    async reset(tx: Tx, name: string): Promise<string> {
      await people.removeCredentials(tx, name)
      await endSessions(tx, name)
      await clearName(tx, name)
      return this.linkFor(tx, name)
    },

    async show(link: string, site: Site) {
      const found = await linkOf(link)
      if (!found) return gone
      const { name, secret } = found
      return done({ name, ...codes.shown(name, secret), passkey: { ...(await passkeys.enrolOptions(name, site)) } })
    },

    async byPassword(given: { link: string; password: string; code: string }, address: string) {
      const found = await linkOf(given.link)
      if (!found) return gone
      const { name } = found
      const step = codes.stepOf(found.secret, given.code.replaceAll(/\s/g, ''))
      if (step === undefined) return refused('wrong_code')
      const hashed = await hashOf(given.password, { name, address })
      if (!hashed.ok) return hashed
      const use = (tx: Tx) => store.useCode(tx, name, step)
      const token = given.link
      return enrol({
        token,
        name,
        address,
        method: 'code',
        passwordHash: hashed.value,
        codeSecret: found.codeSecret,
        use,
      })
    },

    async byPasskey(
      given: { link: string; response: unknown; password?: string | undefined },
      { address, site }: { address: string; site: Site },
    ) {
      const found = await linkOf(given.link)
      if (!found) return gone
      const { name } = found
      const use = await passkeys.verifyEnrolment(name, given.response, site)
      if (!use) return refused('login_failed')
      const hashed = given.password === undefined ? undefined : await hashOf(given.password, { name, address })
      if (hashed && !hashed.ok) return hashed
      return enrol({ token: given.link, name, address, method: 'passkey', passwordHash: hashed?.value, use })
    },
  }
}

export type Enrolment = ReturnType<typeof openEnrolment>
