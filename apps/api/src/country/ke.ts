import { choicesOf } from './choices.ts'
import type { Country } from './country.ts'
import { lawOfKenya } from './law-texts.ts'
import { walletsOfKenya } from './wallets.ts'

/**
 * The rules of Kenya. The minimum stake and the least age are from the Gambling Control Act 2025, the taxes are from the Finance Acts. Help
 * line 719 belongs to the health ministry.
 */
export const ke: Country = {
  ...choicesOf({ amountScale: 1, least: { stake: 20, deposit: 10, withdrawal: 10 } }),
  code: 'ke',
  currency: 'KES',
  amounts: { sign: 'KSh', digits: 2 },
  locale: 'en-KE',
  firstLanguage: 'en',
  timeZone: 'Africa/Nairobi',
  numbers: { calling_code: '254', mobile: '[17]\\d{8}' },
  leastAges: [{ from: '2025-08-26', years: 18 }],
  identityBefore: [{ from: '2026-06-30', before: 'deposit' }],
  // L.N. 112 r.67(3) wants a stricter limit at once; the day before a looser one is RTS 12A of the United Kingdom.
  limitChanges: { waitHours: 24, stopsBets: false },
  taxes: [
    { from: '2018-07-01', kind: 'withholding', base: 'win', percent: '20' },
    { from: '2019-11-07', kind: 'excise', base: 'stake', percent: '20' },
    { from: '2020-07-01', kind: 'excise', base: 'stake', percent: '0' },
    { from: '2021-07-01', kind: 'excise', base: 'stake', percent: '7.5' },
    { from: '2023-07-01', kind: 'excise', base: 'stake', percent: '12.5' },
    { from: '2024-12-27', kind: 'excise', base: 'stake', percent: '15' },
    { from: '2025-07-01', kind: 'excise', base: 'stake', percent: '0' },
    { from: '2025-07-01', kind: 'withholding', base: 'win', percent: '0' },
    { from: '2025-07-01', kind: 'excise', base: 'deposit', percent: '5' },
    { from: '2025-07-01', kind: 'withholding', base: 'withdrawal', percent: '5' },
  ],
  grossTaxes: [
    { from: '2018-01-01', percent: '35' },
    { from: '2019-01-01', percent: '15' },
  ],
  grossTaxDay: 20,
  wallets: walletsOfKenya,
  airtel: { url: 'https://openapi.airtelkenya.com', country: 'KE' },
  mpesaMenu: '*334#',
  complaintHours: 24,
  contacts: { help_line: '719', email: 'help@example.com', phone: '+254 700 000 000' },
  lawTexts: lawOfKenya,
  erasureYears: 7,
}
