/** A decimal price with two places; a dash without a price. The only place where prices are formatted. */
export function Price({ value }: { value: string | null | undefined }) {
  return <span className="num">{value ?? '–'}</span>
}
