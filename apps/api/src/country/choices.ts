import { money, price, type Money } from '@nare/money/money'
import type { Country } from './country.ts'

const units = (whole: number): Money => money(BigInt(whole) * 100n)

type Given = Pick<Country, 'amountScale'> & {
  /** The smallest amounts in whole units of the currency: the law or the providers say them. */
  readonly least: { readonly stake: number; readonly deposit: number; readonly withdrawal: number }
}

/**
 * What an operator chooses and no law does: limits, boost, points, prizes, margins. They are the same in every country, in amounts that buy the
 * same: a maximum stake of KSh 100,000 is TSh 2,000,000 at a scale of 20. A country whose law or providers say otherwise writes its own over them.
 * `identityDayMax` limits a bettor without a confirmed identity; it is below USD 3,000, the threshold for casinos in FATF's recommendation 22.
 */
export function choicesOf({ amountScale, least }: Given) {
  const scaled = (whole: number): Money => units(whole * amountScale)
  const prizes = (first: number, next: number, rest: number) => [
    { from: 1, to: 1, prize: scaled(first) },
    { from: 2, to: 3, prize: scaled(next) },
    { from: 4, to: 10, prize: scaled(rest) },
  ]
  const minStake = units(least.stake)
  const leastOdds = price(1500n)
  const per = scaled(10)
  return {
    amountScale,
    minStake,
    quickStakes: [scaled(50), scaled(100)],
    maxStake: scaled(100_000),
    maxPayout: scaled(5_000_000),
    maxLiability: scaled(20_000_000),
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
      minLeg: leastOdds,
      cap: scaled(500_000),
    },
    cashOut: { marginBps: 500, marginLiveBps: 800, quoteValidMs: 5000 },
    league: {
      minStake,
      maxStake: scaled(20_000),
      maxPayout: scaled(1_000_000),
      maxLiability: scaled(5_000_000),
      maxLegs: 20,
      maxSystemLegs: 12,
    },
    games: {
      minStake,
      maxStake: scaled(20_000),
      maxWin: scaled(1_000_000),
      bankroll: scaled(100_000_000),
      kellyPercent: 50,
      // No rule on automatic play is known (decision 101): as short as the app can make it.
      automaticRounds: 20,
    },
    jackpot: { maxDoubles: 5, maxTriples: 2, maxLines: 512, maxLine: scaled(1_000), maxStake: scaled(20_000) },
    points: {
      earn: [
        { product: 'sports', points: 1, per, leastOdds },
        { product: 'league', points: 1, per, leastOdds },
        { product: 'jackpot', points: 1, per, leastOdds: null },
      ],
      redeem: [{ points: 100, bonus: scaled(1) }],
      expiresDays: 180,
      bonus: { wagerTimes: 1, minOdds: leastOdds, days: 30 },
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
    payments: {
      depositMin: units(least.deposit),
      depositMax: scaled(250_000),
      withdrawalMin: units(least.withdrawal),
      withdrawalMax: scaled(250_000),
      automaticMax: scaled(20_000),
      oneApproverMax: scaled(100_000),
      automaticDayMax: scaled(100_000),
      automaticDayCount: 20,
      identityDayMax: scaled(250_000),
      assignAloneMax: scaled(20_000),
    },
    traderRecordDays: 180,
  } satisfies Partial<Country>
}
