/** How a country writes amounts: the sign before them, and the digits after the point that people use there. On the wire are always two. */
export type MoneyStyle = { readonly sign: string; readonly digits: 0 | 2 }

/** How the texts of this process are written: also the stake of their examples, and the language of who has chosen none. */
type Writing = MoneyStyle & { readonly exampleStake: string; readonly language: 'en' | 'sw' }

let now: Writing = { sign: 'KSh', digits: 2, exampleStake: '100', language: 'en' }
let house = (): string => 'Nare'

/** Writes texts from now on as a country does: Kenya's way until an application opens. */
export const writeAs = (country: Writing): void => void (now = country)

/** The name of the house in texts from now on. */
export const nameHouse = (name: () => string): void => void (house = name)
export const houseName = (): string => house()

/** The stake of an example, as somebody types it: "100". */
export const exampleStake = (): string => now.exampleStake

/** The language of a text for somebody who has chosen none. */
export const firstLanguage = (): 'en' | 'sw' => now.language

/** Decimal text as people of the country read it: "KSh 5,500", "KSh 12.50", "TSh 1,500". Cents that nobody uses there are cut, not rounded. */
export const amountText = (amount: string, style: MoneyStyle = now): string =>
  `${style.sign} ${groupedText(amount, style)}`

/** The same without the sign. */
export function groupedText(amount: string, { digits }: MoneyStyle = now): string {
  const [whole = '0', cents = '00'] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return digits === 0 || cents === '00' ? grouped : `${grouped}.${cents}`
}

/** An amount of a text message: "KSh 5500.00" where the country uses cents, "TSh 1,500" where it does not. */
export const plainAmountText = (amount: string): string =>
  now.digits === 0 ? amountText(amount) : `${now.sign} ${amount}`
