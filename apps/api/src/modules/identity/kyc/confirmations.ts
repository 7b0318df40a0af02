import type { Values } from '#modules/settings/settings'
import type { Clock } from '#platform/clock'
import { queryRows, type Tx } from '#platform/db'
import { sql } from 'kysely'
import { isOfAge, type Ages } from '../ages.ts'
import { identityBefore } from '../settings.ts'
import type { IdentityCheck, NamedPerson } from './kyc-ports.ts'

export type Confirmations = ReturnType<typeof openConfirmations>

type Deps = {
  readonly check: Pick<IdentityCheck, 'knows'>
  readonly ages: Ages
  readonly clock: Clock
  readonly timeZone: string
  readonly values: () => Values
}

/** Remembers that a bettor's identity is confirmed; the first confirmation stays. */
export async function confirm(tx: Tx, bettor: bigint, by: string): Promise<void> {
  await sql`
    insert into identity.confirmation (bettor, by, at) values (${bettor}::bigint, ${by}, platform.now())
    on conflict do nothing`.execute(tx)
}

/** Those of these bettors whose identity is confirmed. */
export async function confirmedAmong(tx: Tx, bettors: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await queryRows<{ bettor: bigint }>(tx)`
    select bettor from identity.confirmation where bettor = any(${bettors}::bigint[])`
  return new Set(rows.map(({ bettor }) => bettor))
}

/**
 * Whose identity must be confirmed before which step, by the rule of the day. A source that knows people by their
 * sign-up is asked on the way; nobody below the least age is confirmed.
 */
export function openConfirmations({ check, ages, clock, timeZone, values }: Deps) {
  const before = () => identityBefore(values(), timeZone, clock.date())

  async function unknownAmong(tx: Tx, bettors: readonly bigint[]): Promise<Set<bigint>> {
    const confirmed = await confirmedAmong(tx, bettors)
    const rest = bettors.filter((bettor) => !confirmed.has(bettor))
    if (!check.knows || rest.length === 0) return new Set(rest)
    const people = await queryRows<NamedPerson & { id: bigint }>(tx)`
      select id, name, date_of_birth::text as "dateOfBirth", msisdn from identity.bettor
      where id = any(${rest}::bigint[]) and verified_at is not null order by id`
    const known = people.filter((person) => isOfAge(ages, person.dateOfBirth) && check.knows?.(person))
    for (const { id } of known) await confirm(tx, id, 'source')
    const left = new Set(rest)
    for (const { id } of known) left.delete(id)
    return left
  }

  return {
    /** The step before which an identity is confirmed now. */
    before,

    /** Those of these bettors who must confirm their identity before they take this step now. */
    async unidentified(
      tx: Tx,
      bettors: readonly bigint[],
      step: 'deposit' | 'withdrawal',
    ): Promise<ReadonlySet<bigint>> {
      const rule = before()
      const applies = rule === 'signup' || (rule === 'deposit' && step === 'deposit')
      return applies ? unknownAmong(tx, bettors) : new Set()
    },
  }
}
