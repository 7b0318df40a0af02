import type { Limits } from '@nare/bets/ticket/accept'
import type { BoostRules } from '@nare/bets/ticket/boost'
import { money, price, type Money } from '@nare/money/money'
import {
  choices,
  onOff,
  prices,
  setting,
  shillings,
  shillingsTo,
  stepTable,
  whole,
  type Values,
} from '#modules/settings/settings'

const bets = { group: 'bets', weakens: 'up' } as const
const referral = { group: 'referral', weakens: 'up' } as const

/** The settings of bets on matches. */
export const bettingSettings = {
  stakeMin: setting({
    ...bets,
    weakens: 'down',
    key: 'bets.stake_min',
    name: 'Lowest stake',
    about: 'The lowest stake of a slip. The law may set one.',
    kind: shillings({ least: 1, most: 1_000 }),
    defaultOf: ({ country }) => country.minStake,
  }),
  stakeMax: setting({
    ...bets,
    key: 'bets.stake_max',
    name: 'Highest stake',
    about: 'The highest stake of a slip.',
    kind: shillingsTo(10_000_000),
    defaultOf: ({ country }) => country.maxStake,
  }),
  payoutMax: setting({
    ...bets,
    key: 'bets.payout_max',
    name: 'Highest payout',
    about: 'The most that a slip may pay. A bet keeps the one that it was placed with.',
    kind: shillingsTo(100_000_000),
    defaultOf: ({ country }) => country.maxPayout,
  }),
  liabilityMax: setting({
    ...bets,
    key: 'bets.liability_max',
    name: 'Liability of an outcome',
    about: 'The most that the house may lose on one outcome of a match. A slip that would exceed it is refused.',
    kind: shillingsTo(1_000_000_000),
    defaultOf: ({ country }) => country.maxLiability,
  }),
  handLiabilityMax: setting({
    ...bets,
    key: 'bets.hand_match_liability_max',
    name: 'Liability of a match by hand',
    about:
      'The most that the house may lose on one outcome of a match that a person has made. A second person confirms a higher limit of such a match.',
    kind: shillingsTo(1_000_000_000),
    defaultOf: ({ country }) => country.payments.oneApproverMax,
  }),
  legsMax: setting({
    ...bets,
    key: 'bets.legs_max',
    name: 'Picks of a slip',
    about: 'The most picks of a slip.',
    kind: whole({ least: 1, most: 30, unit: 'picks' }),
    defaultOf: ({ country }) => country.maxLegs,
  }),
  systemLegsMax: setting({
    ...bets,
    key: 'bets.system_legs_max',
    name: 'Picks of a system',
    about: 'The most picks of a system.',
    kind: whole({ least: 2, most: 12, unit: 'picks' }),
    defaultOf: ({ country }) => country.maxSystemLegs,
  }),
  liveDelay: setting({
    group: 'bets',
    weakens: 'down',
    key: 'bets.live_delay_s',
    name: 'Live delay',
    about: 'How long a live bet or cash-out waits before it is judged again.',
    kind: whole({ least: 1, most: 30, unit: 's' }),
    defaultOf: ({ country }) => country.liveDelayS,
  }),
  referralOn: setting({
    ...referral,
    weakens: 'down',
    key: 'referral.on',
    name: 'Referral',
    about: 'Whether a slip above the referral limits waits up to a minute for a trader.',
    kind: onOff,
    defaultOf: () => false,
  }),
  referralStake: setting({
    ...referral,
    key: 'referral.stake',
    name: 'Stake without a trader',
    about: 'A trader decides slips with a higher stake.',
    kind: shillingsTo(10_000_000),
    defaultOf: ({ country }) => money(country.maxStake / 4n),
  }),
  referralWin: setting({
    ...referral,
    key: 'referral.win',
    name: 'Payout without a trader',
    about: 'A trader decides slips that may pay more.',
    kind: shillingsTo(100_000_000),
    defaultOf: ({ country }) => money(country.maxPayout / 4n),
  }),
  referralDefault: setting({
    ...referral,
    weakens: 'never',
    key: 'referral.default',
    name: 'Without an answer',
    about: 'What becomes of a slip that no trader answers within a minute: accept or refuse.',
    kind: choices(['accept', 'refuse']),
    defaultOf: () => 'refuse',
  }),
  referralSms: setting({
    ...referral,
    weakens: 'never',
    key: 'referral.sms',
    name: 'Answers by SMS',
    about: 'Whether a bettor who bet by SMS gets a text when a trader has answered, or the wait is over.',
    kind: onOff,
    defaultOf: () => true,
  }),
  referralDays: setting({
    ...referral,
    weakens: 'down',
    key: 'referral.kept_days',
    name: 'Days of referred bets',
    about:
      'For how many days it is kept what was asked and offered of a bet that a trader decided. Bets and the audit log stay.',
    kind: whole({ least: 30, most: 3_650, unit: 'days' }),
    defaultOf: ({ country }) => country.traderRecordDays,
  }),
  resultAloneMax: setting({
    group: 'second person',
    weakens: 'up',
    key: 'bets.result_alone_max',
    name: 'Results and voids of one person',
    about:
      'What one person pays and takes back in 24 hours alone by results of matches, voids and settling tickets again, all together.',
    kind: shillingsTo(10_000_000),
    defaultOf: ({ country }) => country.payments.oneApproverMax,
  }),
  boostTable: setting({
    group: 'boost',
    weakens: 'always',
    key: 'boost.table',
    name: 'Boost by picks',
    about:
      'What a won multi is paid more, by its picks at the lowest odds or above. A bet keeps the one that it was placed with.',
    kind: stepTable({ percentMax: 100, legsMax: 30 }),
    defaultOf: ({ country }) => country.boost.table,
  }),
  boostMinLeg: setting({
    group: 'boost',
    weakens: 'down',
    key: 'boost.lowest_odds',
    name: 'Lowest odds of a pick',
    about: 'The lowest odds of a pick that counts for the boost.',
    kind: prices({ least: price(1010n), most: price(100_000n) }),
    defaultOf: ({ country }) => country.boost.minLeg,
  }),
  boostCap: setting({
    group: 'boost',
    weakens: 'up',
    key: 'boost.most',
    name: 'Highest boost',
    about: 'The most that a boost may pay.',
    kind: shillingsTo(10_000_000),
    defaultOf: ({ country }) => country.boost.cap,
  }),
}

/** The rules of bets on matches at one moment. */
export type BettingRules = {
  readonly limits: Limits
  readonly liabilityMax: Money
  /** The liability of an outcome of a match that a person has made. */
  readonly handLiabilityMax: Money
  readonly liveDelayS: number
  readonly boost: BoostRules
  readonly referral: ReferralRules
}

/** Which slips a trader decides, off by default: those with a higher stake or payout than these. */
export type ReferralRules = {
  readonly on: boolean
  readonly stake: Money
  readonly win: Money
  /** Whether a slip that nobody answers is accepted. */
  readonly acceptsUnanswered: boolean
}

/** The rules of bets on matches by these values. */
export function bettingRules(values: Values): BettingRules {
  const of = bettingSettings
  return {
    limits: {
      minStake: values(of.stakeMin),
      maxStake: values(of.stakeMax),
      maxPayout: values(of.payoutMax),
      maxLegs: values(of.legsMax),
      maxSystemLegs: values(of.systemLegsMax),
    },
    liabilityMax: values(of.liabilityMax),
    handLiabilityMax: values(of.handLiabilityMax),
    liveDelayS: values(of.liveDelay),
    referral: {
      on: values(of.referralOn),
      stake: values(of.referralStake),
      win: values(of.referralWin),
      acceptsUnanswered: values(of.referralDefault) === 'accept',
    },
    boost: { table: values(of.boostTable), minLeg: values(of.boostMinLeg), cap: values(of.boostCap) },
  }
}
