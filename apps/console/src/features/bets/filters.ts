import { betStates } from '@nare/contract/betting'
import { products, type Product } from '@nare/contract/products'

/** The filters of the list as its address has them: text, left out where there is none. */
export type TicketFilters = {
  readonly product?: Product
  readonly state?: (typeof betStates)[number]
  readonly bettor_id?: string
  readonly match_id?: string
  readonly min_stake?: string
  readonly min_win?: string
  readonly from?: string
  readonly to?: string
}

const forms: Readonly<Record<Exclude<keyof TicketFilters, 'product' | 'state'>, RegExp>> = {
  bettor_id: /^\d{1,18}$/,
  match_id: /^\d{1,9}$/,
  min_stake: /^\d{1,12}(\.\d{1,2})?$/,
  min_win: /^\d{1,12}(\.\d{1,2})?$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
}

/** The filters in an address; what the server would refuse is left out. */
export function filtersOf(search: Readonly<Record<string, unknown>>): TicketFilters {
  const text = (name: string): string => (typeof search[name] === 'string' ? search[name].trim() : '')
  const product = products.find((one) => one === text('product'))
  const state = betStates.find((one) => one === text('state'))
  const typed = Object.entries(forms).flatMap(([name, form]) => (form.test(text(name)) ? [[name, text(name)]] : []))
  return { ...(product && { product }), ...(state && { state }), ...(Object.fromEntries(typed) as TicketFilters) }
}

export const hasFilters = (filters: TicketFilters): boolean => Object.keys(filters).length > 0
