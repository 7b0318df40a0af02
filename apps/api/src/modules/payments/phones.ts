/** Whether a phone number matches the number that a provider reports, in which digits may be hidden by stars. */
export function isSamePhone(reported: string, msisdn: string | null): boolean {
  return (
    msisdn?.length === reported.length &&
    [...reported].every((digit, index) => digit === '*' || digit === msisdn[index])
  )
}

/**
 * What of a payer is shown: null for one whom the provider names by nothing or by a hash. The hash of a phone number is as good as the number,
 * because all numbers can be tried.
 */
export const shownPayer = (payer: string | null): string | null =>
  payer === null || /^[0-9a-f]{32,128}$/i.test(payer.trim()) ? null : payer

/** The fact about a payer, in words where nobody knows him. */
export const payerFact = (payer: string | null): string => shownPayer(payer) ?? 'payer unknown to the provider'

/** Whether a provider's text for the payer's number, in full or with hidden digits, can be this number. A hash never is. */
export function isNumberOf(payer: string, msisdn: string | undefined): boolean {
  if (msisdn === undefined) return false
  const own = msisdn.replace(/^\+/, '')
  const text = payer.trim().replace(/^\+/, '').toLowerCase()
  if (!/^[\d*]+$/.test(text)) return false
  const [start = '', ...rest] = text.split(/\*+/)
  const end = rest.at(-1) ?? ''
  return rest.length === 0 ? text === own : own.startsWith(start) && own.endsWith(end)
}
