/** A part of an amount in percent, "0.42 %"; a dash where there is nothing to be a part of. */
export function partText(part: string, whole: string): string {
  const of = Number(whole)
  return of > 0 ? `${((Number(part) / of) * 100).toFixed(2)} %` : '–'
}
