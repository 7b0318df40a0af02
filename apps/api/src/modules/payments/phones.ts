/** Whether a phone number matches the number that a provider reports, in which digits may be hidden by stars. */
export function isSamePhone(reported: string, msisdn: string | null): boolean {
  return (
    msisdn?.length === reported.length &&
    [...reported].every((digit, index) => digit === '*' || digit === msisdn[index])
  )
}
