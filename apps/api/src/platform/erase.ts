import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './db.ts'

/** Whose personal fields are erased. */
export type Erased = { readonly bettor: bigint; readonly msisdn: string }

/** What an area erases of a person: the rows of a table that this statement changes or deletes. Done again, it changes nothing more. */
export type Erase = { readonly table: string; readonly erase: (of: Erased) => RawBuilder<unknown> }

/** A condition under which a person is not erased yet, for a column with the bettor's id. */
export type KeptWhole = (bettor: RawBuilder<unknown>) => RawBuilder<unknown>

/** What stands where a text of a person stood. */
export const erasedText = 'erased'

/**
 * Allows this transaction to erase texts that nobody may change otherwise. Only a connection of the tables' owner is allowed to; see
 * platform.erasing().
 */
export async function allowErasing(tx: Tx): Promise<void> {
  await sql`set local nare.erasing = 'yes'`.execute(tx)
}

/** Erases and returns the number of rows. */
export async function eraseRows(tx: Tx, { erase }: Erase, of: Erased): Promise<number> {
  const { numAffectedRows } = await erase(of).execute(tx)
  return Number(numAffectedRows ?? 0n)
}
