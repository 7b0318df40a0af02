import { createHash } from 'node:crypto'
import type { Db, Tx } from '#platform/db'
import { random } from '#platform/random'
import * as store from './mail-link-store.ts'
import type { Link, Purpose } from './mail-link-store.ts'
import type { Outbox } from './outbox.ts'
import type { Mail } from './ports.ts'
import { texts } from './texts.ts'

const lifeS = { confirm: 24 * 60 * 60, reset: 30 * 60 } as const

export type IssuedLink = { readonly email: string; readonly purpose: Purpose; readonly token: string }
export type MailLinks = ReturnType<typeof openMailLinks>

/** Opens links with a secret token of 32 random bytes. Only the SHA-256 of a token is stored. A new link invalidates the earlier one. */
export function openMailLinks({
  db,
  mail,
  publicUrl,
  outbox,
}: {
  db: Db
  mail: Mail
  publicUrl: string
  outbox: Outbox
}) {
  return {
    /** Creates a link. The caller sends it after the commit. */
    async issue(tx: Tx, { bettor, email, purpose }: Link & { purpose: Purpose }): Promise<IssuedLink> {
      const token = random.token(32)
      await store.putLink(tx, { bettor, email, purpose, tokenHash: hashOf(token), lifeS: lifeS[purpose] })
      return { email, purpose, token }
    },

    /** Sends a link after the response. `failed` runs if it was certainly not sent. */
    send({ email, purpose, token }: IssuedLink, failed?: () => Promise<void>): void {
      const message =
        purpose === 'confirm'
          ? texts.confirmMail(`${publicUrl}/confirm-email?confirmToken=${token}`)
          : texts.resetMail(`${publicUrl}/reset-password?resetToken=${token}`)
      outbox.send('mail', () => mail.send({ to: email, ...message }), failed)
    },

    find: (token: string, purpose: Purpose): Promise<Link | undefined> =>
      store.findLink(db, { tokenHash: hashOf(token), purpose }),
    claim: (tx: Tx, token: string, purpose: Purpose): Promise<Link | undefined> =>
      store.claimLink(tx, { tokenHash: hashOf(token), purpose }),
    dropAll: (tx: Tx, bettor: bigint): Promise<void> => store.dropLinks(tx, bettor),
    dropResets: (tx: Tx, bettor: bigint): Promise<void> => store.dropResetLinks(tx, bettor),
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
