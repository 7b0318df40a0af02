import { dialledNumber, mobileNumber } from '@nare/contract/typed'

/** A phone number in local form, from any form in which it is typed: "+254 (712) 345-678" is "0712 345 678". Other text stays. */
export function localNumber(text: string): string {
  const number = mobileNumber(text)
  return number ? dialledNumber(number).replace(/^(.{4})(.{3})/, '$1 $2 ') : text
}

/** A phone number in local form with its middle digits hidden: `254712345678` is "0712 ••• 678". */
export function maskedNumber(msisdn: string): string {
  const local = dialledNumber(msisdn)
  return `${local.slice(0, 4)} ••• ${local.slice(-3)}`
}
