import { money, price } from '@nare/money/money'
import type { Country } from './country.ts'
import { lawOfKenya } from './law-texts.ts'
import { walletsOfKenya } from './wallets.ts'

const shillings = (whole: number) => money(BigInt(whole) * 100n)

/** The prizes of a leaderboard in shillings: of rank 1, ranks 2 and 3, and ranks 4 to 10. */
const prizes = (first: number, next: number, rest: number) => [
  { from: 1, to: 1, prize: shillings(first) },
  { from: 2, to: 3, prize: shillings(next) },
  { from: 4, to: 10, prize: shillings(rest) },
]

/**
 * The rules of Kenya. The minimum stake and the least age are from the Gambling Control Act 2025, the taxes are from the Finance Acts. The
 * operator chose the limits and the boost. `identityDayMax` limits a bettor without a confirmed identity; it is below USD 3,000, the threshold
 * for casinos in FATF's recommendation 22. Help line 719 belongs to the health ministry.
 */
export const ke: Country = {
  code: 'ke',
  currency: 'KES',
  amounts: { sign: 'KSh', digits: 2 },
  amountScale: 1,
  locale: 'en-KE',
  firstLanguage: 'en',
  timeZone: 'Africa/Nairobi',
  numbers: { calling_code: '254', mobile: '[17]\\d{8}' },
  leastAges: [{ from: '2025-08-26', years: 18 }],
  identityBefore: [{ from: '2026-06-30', before: 'deposit' }],
  // L.N. 112 r.67(3) wants a stricter limit at once; the day before a looser one is RTS 12A of the United Kingdom.
  limitChanges: { waitHours: 24, stopsBets: false },
  minStake: shillings(20),
  quickStakes: [shillings(50), shillings(100)],
  maxStake: shillings(100_000),
  maxPayout: shillings(5_000_000),
  maxLiability: shillings(20_000_000),
  maxLegs: 30,
  maxSystemLegs: 12,
  liveDelayS: 4,
  boost: {
    table: [
      { legs: 3, percent: 5 },
      { legs: 5, percent: 10 },
      { legs: 7, percent: 15 },
      { legs: 8, percent: 20 },
      { legs: 9, percent: 25 },
      { legs: 10, percent: 30 },
    ],
    minLeg: price(1500n),
    cap: shillings(500_000),
  },
  cashOut: { marginBps: 500, marginLiveBps: 800, quoteValidMs: 5000 },
  league: {
    minStake: shillings(20),
    maxStake: shillings(20_000),
    maxPayout: shillings(1_000_000),
    maxLiability: shillings(5_000_000),
    maxLegs: 20,
    maxSystemLegs: 12,
  },
  games: {
    minStake: shillings(20),
    maxStake: shillings(20_000),
    maxWin: shillings(1_000_000),
    bankroll: shillings(100_000_000),
    kellyPercent: 50,
    // No rule on automatic play is known (decision 101): as short as the app can make it.
    automaticRounds: 20,
  },
  jackpot: {
    maxDoubles: 5,
    maxTriples: 2,
    maxLines: 512,
    maxLine: shillings(1_000),
    maxStake: shillings(20_000),
  },
  points: {
    earn: [
      { product: 'sports', points: 1, per: shillings(10), leastOdds: price(1500n) },
      { product: 'league', points: 1, per: shillings(10), leastOdds: price(1500n) },
      { product: 'jackpot', points: 1, per: shillings(10), leastOdds: null },
    ],
    redeem: [{ points: 100, bonus: shillings(1) }],
    expiresDays: 180,
    bonus: { wagerTimes: 1, minOdds: price(1500n), days: 30 },
    adjustAloneMax: 10_000,
  },
  bonus: { wagerShares: [{ product: 'sports', leastOdds: price(1000n), percent: 100 }] },
  boards: {
    sports: {
      day: prizes(1_000, 500, 100),
      week: prizes(5_000, 2_000, 500),
      month: prizes(20_000, 10_000, 2_000),
    },
    crash: {
      day: prizes(500, 250, 50),
      week: prizes(2_000, 1_000, 200),
      month: prizes(10_000, 5_000, 1_000),
    },
  },
  boardPrizePercent: 20,
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
  payments: {
    depositMin: shillings(10),
    depositMax: shillings(250_000),
    withdrawalMin: shillings(10),
    withdrawalMax: shillings(250_000),
    automaticMax: shillings(20_000),
    oneApproverMax: shillings(100_000),
    automaticDayMax: shillings(100_000),
    automaticDayCount: 20,
    identityDayMax: shillings(250_000),
    assignAloneMax: shillings(20_000),
  },
  traderRecordDays: 180,
  wallets: walletsOfKenya,
  airtel: { url: 'https://openapi.airtelkenya.com', country: 'KE' },
  mpesaMenu: '*334#',
  complaintHours: 24,
  contacts: { help_line: '719', email: 'help@example.com', phone: '+254 700 000 000' },
  lawTexts: lawOfKenya,
  erasureYears: 7,
}
