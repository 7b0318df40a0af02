/** Asserts what must always hold. Throws otherwise, which rolls the transaction back and answers 500. */
export function invariant(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Error(`Invariant violated: ${otherwise}`)
}
