/** A phone number in local form with its middle digits hidden: `254712345678` is "0712 ••• 678". */
export function maskedNumber(msisdn: string): string {
  const local = msisdn.replace(/^254(?=\d{9}$)/, '0')
  return `${local.slice(0, 4)} ••• ${local.slice(-3)}`
}
