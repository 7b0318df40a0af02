import { createContext, useContext } from 'react'
import { currencySign, thousands } from './format.ts'

export const CurrencyContext = createContext('KES')

/** An amount of money: decimal text in, "KSh 1,250" shown. The only place where amounts are formatted. */
export function Amount({ value, bare = false }: { value: string | null | undefined; bare?: boolean }) {
  const currency = useContext(CurrencyContext)
  return <span className="num amount">{bare ? thousands(value) : withCurrency(currency, value)}</span>
}

/** Returns a formatter of amounts to text, for labels and messages; uses a non-breaking space. */
export function useAmountText(): (value: string | null | undefined) => string {
  const currency = useContext(CurrencyContext)
  return (value) => withCurrency(currency, value).replace(' ', '\u00a0')
}

function withCurrency(currency: string, value: string | null | undefined): string {
  const text = thousands(value)
  return text.startsWith('-') ? `-${currencySign(currency)} ${text.slice(1)}` : `${currencySign(currency)} ${text}`
}
