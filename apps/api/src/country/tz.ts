import { choicesOf } from './choices.ts'
import type { Country, TaxRule } from './country.ts'
import { lawOfTanzania } from './law-texts.ts'
import { walletsOfTanzania } from './wallets.ts'

/** The tax on what a bet wins beyond its stake, by the Finance Acts. From 2022 to 2025 sports had a lower rate than other games. */
const winTaxes: readonly TaxRule[] = [
  { from: '2017-07-01', kind: 'withholding', base: 'win', percent: '18' },
  { from: '2018-07-01', kind: 'withholding', base: 'win', percent: '20' },
  { from: '2021-07-01', kind: 'withholding', base: 'win', percent: '15' },
  { from: '2022-07-01', kind: 'withholding', base: 'win', percent: '10', product: 'sports' },
  { from: '2025-07-01', kind: 'withholding', base: 'win', percent: '15' },
]

/**
 * The rules of Tanzania, Mainland: the Gaming Act (Cap. 41), G.N. 478T of 2022 (cited as r.) and the Finance Acts. The law has no least stake:
 * the house chose it. The Gaming Board names no help line: each house names its own in operator.json.
 */
export const tz: Country = {
  ...choicesOf({ amountScale: 20, least: { stake: 500, deposit: 500, withdrawal: 1_000 } }),
  code: 'tz',
  currency: 'TZS',
  amounts: { sign: 'TSh', digits: 0 },
  locale: 'sw-TZ',
  firstLanguage: 'sw',
  timeZone: 'Africa/Dar_es_Salaam',
  numbers: { calling_code: '255', mobile: '[67]\\d{8}' },
  leastAges: [{ from: '2003-07-01', years: 18 }],
  // r.13 wants the identity before any wager; a bet needs a deposit first.
  identityBefore: [{ from: '2022-07-01', before: 'deposit' }],
  // r.50: a change waits seven days, and no wager is taken meanwhile. Whether it means a lower limit too is not clear, so that counts at once and stops bets.
  limitChanges: { waitHours: 168, stopsBets: true },
  taxes: winTaxes,
  // The first was a tax on stakes (6 %), which no month of this program has. The league is a virtual game, with a rate of its own by the law.
  grossTaxes: [
    { from: '2018-07-01', percent: '25' },
    { from: '2021-07-01', percent: '10', product: 'league' },
  ],
  grossTaxDay: 7,
  wallets: walletsOfTanzania,
  airtel: { url: 'https://openapi.airtel.africa', country: 'TZ' },
  mpesaMenu: '*150*00#',
  complaintHours: 336,
  contacts: { email: 'help@example.com', phone: '+255 700 000 000' },
  lawTexts: lawOfTanzania,
  erasureYears: 5,
}
