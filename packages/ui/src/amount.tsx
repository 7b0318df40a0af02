import { currencySign, thousands } from './format.ts'

/** An amount of money: decimal text in, "KSh 1,250" shown. The only place where amounts are formatted. */
export function Amount({ value, bare = false }: { value: string | null | undefined; bare?: boolean }) {
  return <span className="num amount">{bare ? thousands(value) : signed(value)}</span>
}

/** With a non-breaking space. */
const amountText = (value: string | null | undefined): string => signed(value).replace(' ', '\u00a0')

/** Returns a formatter of amounts to text, for labels and messages. */
export const useAmountText = (): typeof amountText => amountText

function signed(value: string | null | undefined): string {
  const text = thousands(value)
  return text.startsWith('-') ? `-${currencySign()} ${text.slice(1)}` : `${currencySign()} ${text}`
}
