import { hash } from 'node:crypto'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { openPasskeys as openAnyPasskeys, type Site } from '#platform/passkeys'
import * as store from './credential-store.ts'

export type { Site }

type PasskeyDeps = { readonly db: Db; readonly clock: Clock; readonly key: () => Promise<Uint8Array> }

/** The passkeys of the house's people. Options do not depend on whether the name exists. */
export function openPasskeys({ db, clock, key }: PasskeyDeps) {
  const passkeys = openAnyPasskeys({ clock, key })
  const login = (name: string): string => `login ${name}`
  const enrol = (name: string): string => `enrol ${name}`

  return {
    loginOptions: (name: string, site: Site) => passkeys.askOptions(login(name), site),

    enrolOptions: (name: string, site: Site) =>
      passkeys.newOptions(enrol(name), site, { id: hash('sha256', name, 'buffer'), name }),

    /** Checks a login. Returns how to use it in a transaction: true once; undefined if it is not valid. */
    async verifyLogin(
      name: string,
      response: unknown,
      site: Site,
    ): Promise<((tx: Tx) => Promise<boolean>) | undefined> {
      const passkey = await store.passkeyOf(db, name, (response as { id: string }).id)
      if (!passkey) return undefined
      const answer = await passkeys.readAnswer(login(name), response, site, passkey)
      if (!answer) return undefined
      const { challenge, counter } = answer
      return async (tx) =>
        (await store.useChallenge(tx, challenge)) && (await store.countPasskey(tx, { id: passkey.id, counter }))
    },

    /** Checks a new passkey. Returns how to store it in a transaction: true once; undefined if it is not valid. */
    async verifyEnrolment(
      name: string,
      response: unknown,
      site: Site,
    ): Promise<((tx: Tx) => Promise<boolean>) | undefined> {
      const made = await passkeys.readNew(enrol(name), response, site)
      if (!made) return undefined
      const { id, publicKey, counter, transports, challenge } = made
      return async (tx) =>
        (await store.useChallenge(tx, challenge)) &&
        store.insertPasskey(tx, name, { id, publicKey: Buffer.from(publicKey), counter, transports })
    },
  }
}

export type Passkeys = ReturnType<typeof openPasskeys>
