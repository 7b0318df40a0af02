import { createHash, createHmac } from 'node:crypto'
import { queryRows, type Db, type Tx } from '#platform/db'
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

/** What a register of persons knows an account by: HMACs of name and birthday and of its confirmed documents, with a key of its own. */
export type RegisterMarks = {
  readonly bettor: bigint
  readonly persons: readonly Buffer[]
  readonly documents: readonly Buffer[]
}

type Marked = {
  readonly key: Uint8Array
  readonly bettors?: readonly bigint[]
  readonly after?: bigint
  readonly most: number
}

/** The marks of these accounts, or of the next `most` after a number, in the order of their numbers. */
export async function registerMarks(db: Db | Tx, { key, bettors, after = 0n, most }: Marked): Promise<RegisterMarks[]> {
  const markOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const rows = await queryRows<{ bettor: bigint; born: string; names: string[]; numbers: string[] }>(db)`
    select b.id as bettor, b.date_of_birth::text as born,
      array_append(coalesce(array_agg(distinct c.name) filter (where c.name is not null), '{}'), b.name) as names,
      coalesce(array_agg(distinct c.number) filter (where c.number is not null), '{}') as numbers
    from (select id, name, date_of_birth from identity.bettor
      where id > ${after}::bigint and (${bettors === undefined} or id = any(${bettors ?? []}::bigint[])) order by id limit ${most}::int) b
    left join identity.kyc_case c on c.bettor = b.id and c.state = 'passed'
    group by b.id, b.name, b.date_of_birth order by b.id`
  return rows.map(({ bettor, born, names, numbers }) => ({
    bettor,
    persons: [...new Set(names.map(plainName))].filter((name) => name !== '').map((name) => markOf(`${name}|${born}`)),
    documents: numbers.map((number) => markOf(number.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase())),
  }))
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
