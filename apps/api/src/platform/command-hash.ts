import { hash } from 'node:crypto'

/**
 * The SHA-256, in hex, of the fields that decide a command, stored with it: a repeated id with another hash is refused. Stored hashes are
 * compared with those of later versions, so the fields of a command, their order and their text never change.
 */
export const commandHash = (fields: readonly unknown[]): string => hash('sha256', JSON.stringify(fields))
