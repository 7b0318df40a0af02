import { createHash, createHmac } from 'node:crypto'
import { queryRows, type Tx } from '#platform/db'
import type { IdentityDeps } from './deps.ts'

/** A keyed hash of what a person keeps when the phone number changes. */
export type PersonMark = { readonly kind: 'name' | 'document'; readonly mark: Buffer }

/** A person as far as an account shows: the marks, and the bettors of the same birthday who have logged in on the same device. */
export type Person = {
  readonly marks: readonly PersonMark[]
  readonly onDevice: readonly bigint[]
  /** Whether the rule of the day lets the account deposit: nobody unknown does. */
  readonly identified: boolean
}

/** What protection decides about an account when its number has been verified, its identity confirmed, or a session is opened, in the same transaction. */
export type PersonHooks = {
  readonly onVerified: (tx: Tx, bettor: bigint, person: Person) => Promise<{ proofRequired: boolean }>
  readonly onProven: (tx: Tx, bettor: bigint, person: Person) => Promise<void>
  /** Whether operators have locked the account, so that it must not log in. */
  readonly isLocked: (tx: Tx, bettor: bigint) => Promise<boolean>
}

export type Persons = ReturnType<typeof openPersons>

/**
 * Recognises a person in several accounts. Marks are HMACs with the server's secret, so that they reveal neither names nor documents, and may
 * be kept longer than the account. Passwords are not compared.
 */
export function openPersons({ secret, unidentified }: Pick<IdentityDeps, 'secret' | 'unidentified'>) {
  let hooks: PersonHooks = {
    onVerified: async () => ({ proofRequired: false }),
    onProven: async () => undefined,
    isLocked: async () => false,
  }

  async function marksOf(tx: Tx, bettor: bigint): Promise<PersonMark[]> {
    const rows = await queryRows<{ name: string; born: string; document: string | null; held: string | null }>(tx)`
      select b.name, b.date_of_birth::text as born, c.kind || '|' || c.number as document, c.name as held
      from identity.bettor b left join identity.kyc_case c on c.bettor = b.id and c.state = 'passed'
      where b.id = ${bettor}::bigint`
    const key = await secret()
    const markOf = (kind: PersonMark['kind'], text: string): PersonMark => ({
      kind,
      mark: createHmac('sha256', key).update(`person|${kind}|${text}`).digest(),
    })
    const marks = rows.flatMap(({ name, born, document, held }) => [
      ...[name, held ?? ''].flatMap((text) => {
        const plain = plainName(text)
        return plain === '' ? [] : [markOf('name', `${plain}|${born}`)]
      }),
      ...(document === null ? [] : [markOf('document', document)]),
    ])
    return [...new Map(marks.map((one) => [one.mark.toString('hex'), one])).values()]
  }

  return {
    marksOf,

    /** Sets what follows from a verified number and a confirmed identity. */
    connect: (given: PersonHooks): void => void (hooks = given),

    /** Must be called when a number has been verified, with the token of the device that did it. */
    async verified(tx: Tx, bettor: bigint, device: string | undefined): Promise<{ proofRequired: boolean }> {
      return hooks.onVerified(tx, bettor, {
        marks: await marksOf(tx, bettor),
        onDevice: await onDevice(tx, bettor, device),
        identified: (await unidentified(tx, [bettor], 'deposit')).size === 0,
      })
    },

    /** Whether an account is locked, read under a lock of its row that a lock of the account waits for. */
    isLocked: (tx: Tx, bettor: bigint): Promise<boolean> => hooks.isLocked(tx, bettor),

    /** Must be called when an identity has been confirmed. */
    async proven(tx: Tx, bettor: bigint): Promise<void> {
      await hooks.onProven(tx, bettor, { marks: await marksOf(tx, bettor), onDevice: [], identified: true })
    },
  }
}

/** Other bettors of the same birthday on this device. A device alone says nothing: families and cafés share them. */
async function onDevice(tx: Tx, bettor: bigint, device: string | undefined): Promise<bigint[]> {
  if (device === undefined) return []
  const rows = await queryRows<{ bettor: bigint }>(tx)`
    select d.bettor from identity.device d
    join identity.bettor other on other.id = d.bettor
    join identity.bettor own on own.id = ${bettor}::bigint and own.date_of_birth = other.date_of_birth and own.id <> other.id
    where d.token_hash = ${createHash('sha256').update(device).digest()}`
  return rows.map((row) => row.bettor)
}

/** A name without accents, capitals, signs and the order of its parts: "WANJIRÛ, Asha" equals "Asha Wanjiru". */
export function plainName(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return letters
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .toSorted()
    .join(' ')
}
