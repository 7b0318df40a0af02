import { mobileNumber } from '@nare/contract/typed'

/** A phone number in local form, from any form in which it is typed: "+254 (712) 345-678" is "0712 345 678". Other text stays. */
export function localNumber(text: string): string {
  const [, network, middle, last] = /^254(\d{3})(\d{3})(\d{3})$/.exec(mobileNumber(text) ?? '') ?? []
  return network === undefined ? text : `0${network} ${middle} ${last}`
}

/** A phone number in local form with its middle digits hidden: `254712345678` is "0712 ••• 678". */
export function maskedNumber(msisdn: string): string {
  const local = msisdn.replace(/^254(?=\d{9}$)/, '0')
  return `${local.slice(0, 4)} ••• ${local.slice(-3)}`
}
