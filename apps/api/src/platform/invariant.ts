/** Asserts a condition that must always be true. Throws if it is false, which rolls back the transaction and answers 500. */
export function invariant(condition: unknown, description: string): asserts condition {
  if (!condition) throw new Error(`Invariant violated: ${description}`)
}
