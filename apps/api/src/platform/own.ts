/**
 * What a table says about a text from outside: undefined where it says nothing, also for the words that every object knows, such
 * as "constructor".
 */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
