import { money, price } from '@nare/money/money'
import type { Country, TaxRule } from './country.ts'
import { lawOfTanzania } from './law-texts.ts'
import { walletsOfTanzania } from './wallets.ts'

const shillings = (whole: number) => money(BigInt(whole) * 100n)

/** The prizes of a leaderboard in shillings: of rank 1, ranks 2 and 3, and ranks 4 to 10. */
const prizes = (first: number, next: number, rest: number) => [
  { from: 1, to: 1, prize: shillings(first) },
  { from: 2, to: 3, prize: shillings(next) },
  { from: 4, to: 10, prize: shillings(rest) },
]

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
 * that, the limits and the boost are the operator's, about twenty times those in shillings of Kenya. `identityDayMax` is below USD 3,000, the
 * threshold for casinos in FATF's recommendation 22. The Gaming Board names no help line: each house names its own in operator.json.
 */
export const tz: Country = {
  code: 'tz',
  currency: 'TZS',
  amounts: { sign: 'TSh', digits: 0 },
  amountScale: 20,
  locale: 'sw-TZ',
  firstLanguage: 'sw',
  timeZone: 'Africa/Dar_es_Salaam',
  numbers: { calling_code: '255', mobile: '[67]\\d{8}' },
  leastAges: [{ from: '2003-07-01', years: 18 }],
  // r.13 wants the identity before any wager; a bet needs a deposit first.
  identityBefore: [{ from: '2022-07-01', before: 'deposit' }],
  // r.50: a change waits seven days, and no wager is taken meanwhile. Whether it means a lower limit too is not clear, so that counts at once and stops bets.
  limitChanges: { waitHours: 168, stopsBets: true },
  minStake: shillings(500),
  quickStakes: [shillings(1_000), shillings(2_000)],
  maxStake: shillings(2_000_000),
  maxPayout: shillings(100_000_000),
  maxLiability: shillings(400_000_000),
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
    cap: shillings(10_000_000),
  },
  cashOut: { marginBps: 500, marginLiveBps: 800, quoteValidMs: 5000 },
  league: {
    minStake: shillings(500),
    maxStake: shillings(400_000),
    maxPayout: shillings(20_000_000),
    maxLiability: shillings(100_000_000),
    maxLegs: 20,
    maxSystemLegs: 12,
  },
  games: {
    minStake: shillings(500),
    maxStake: shillings(400_000),
    maxWin: shillings(20_000_000),
    bankroll: shillings(2_000_000_000),
    kellyPercent: 50,
    automaticRounds: 20,
  },
  jackpot: {
    maxDoubles: 5,
    maxTriples: 2,
    maxLines: 512,
    maxLine: shillings(20_000),
    maxStake: shillings(400_000),
  },
  points: {
    earn: [
      { product: 'sports', points: 1, per: shillings(200), leastOdds: price(1500n) },
      { product: 'league', points: 1, per: shillings(200), leastOdds: price(1500n) },
      { product: 'jackpot', points: 1, per: shillings(200), leastOdds: null },
    ],
    redeem: [{ points: 100, bonus: shillings(20) }],
    expiresDays: 180,
    bonus: { wagerTimes: 1, minOdds: price(1500n), days: 30 },
    adjustAloneMax: 10_000,
  },
  bonus: { wagerShares: [{ product: 'sports', leastOdds: price(1000n), percent: 100 }] },
  boards: {
    sports: {
      day: prizes(20_000, 10_000, 2_000),
      week: prizes(100_000, 40_000, 10_000),
      month: prizes(400_000, 200_000, 40_000),
    },
    crash: {
      day: prizes(10_000, 5_000, 1_000),
      week: prizes(40_000, 20_000, 4_000),
      month: prizes(200_000, 100_000, 20_000),
    },
  },
  boardPrizePercent: 20,
  taxes: winTaxes,
  // The first was a tax on stakes (6 %), which no month of this program has. The league is a virtual game, with a rate of its own by the law.
  grossTaxes: [
    { from: '2018-07-01', percent: '25' },
    { from: '2021-07-01', percent: '10', product: 'league' },
  ],
  grossTaxDay: 7,
  payments: {
    depositMin: shillings(500),
    depositMax: shillings(5_000_000),
    withdrawalMin: shillings(1_000),
    withdrawalMax: shillings(5_000_000),
    automaticMax: shillings(400_000),
    oneApproverMax: shillings(2_000_000),
    automaticDayMax: shillings(2_000_000),
    automaticDayCount: 20,
    identityDayMax: shillings(5_000_000),
    assignAloneMax: shillings(400_000),
  },
  traderRecordDays: 180,
  wallets: walletsOfTanzania,
  airtel: { url: 'https://openapi.airtel.africa', country: 'TZ' },
  mpesaMenu: '*150*00#',
  complaintHours: 336,
  contacts: { email: 'help@example.com', phone: '+255 700 000 000' },
  lawTexts: lawOfTanzania,
  erasureYears: 5,
}
