/** A stretch of a table's numbers: after one and up to another. */
export type NumberRange = { readonly after: bigint; readonly upTo: bigint }

/** A row of a table with its number, when it came to be, and what others may read of it. */
export type NumberedRow = {
  readonly no: bigint
  readonly at: Date
  readonly fields: Readonly<Record<string, unknown>>
}

/** Reads the rows of a stretch of numbers, in their order. */
export type ReadNumbered = (range: NumberRange) => Promise<readonly NumberedRow[]>
