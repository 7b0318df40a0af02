import type { Kysely, Transaction } from 'kysely'

/** Statements are written as SQL, so the table types stay with the stores that own them. */
// oxlint-disable-next-line typescript/no-explicit-any -- Kysely's own way of saying "tables are not described here"
export type Tables = any
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
