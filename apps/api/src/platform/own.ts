/**
 * Looks up an untrusted key in a table. Undefined if the table has no such key, and for names that every object inherits, such as
 * "constructor".
 */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
