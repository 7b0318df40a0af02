/**
 * The text of an amount field after a keystroke or a paste: digits and one decimal point. Commas between groups of three digits are
 * removed ("2,000.50"); another comma is a decimal point, because some phone keyboards have no other. Characters that could change the
 * size of the amount remain, so that the field shows them and the form refuses them.
 */
export function typedAmount(typed: string): string {
  const kept = typed.replace(/[^\d.,]/g, '')
  return /^\d{1,3}(,\d{3})+(\.|$)/.test(kept) ? kept.replaceAll(',', '') : kept.replace(',', '.')
}
