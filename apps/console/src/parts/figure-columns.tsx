import type { Column } from './data-table.tsx'
import { amountText, countText } from './format.ts'

type Look = Pick<Column<never>, 'width' | 'wide' | 'roomy'> & { readonly bold?: boolean }

/** A column with an amount of each row: the field of this name. */
export function amountColumn<Field extends string>(
  field: Field,
  head: string,
  { bold, ...look }: Look,
): Column<Readonly<Record<Field, string>>> {
  return {
    ...{ id: field, head, end: true, ...look },
    cell: ({ [field]: amount }) => (bold ? <b>{amountText(amount)}</b> : amountText(amount)),
    sort: ({ [field]: amount }) => Number(amount),
  }
}

/** A column with a count of each row: the field of this name. */
export function countColumn<Field extends string>(
  field: Field,
  head: string,
  look: Omit<Look, 'bold'>,
): Column<Readonly<Record<Field, number>>> {
  return {
    ...{ id: field, head, end: true, ...look },
    cell: ({ [field]: count }) => countText(count),
    sort: ({ [field]: count }) => count,
  }
}
