import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { houseName } from '../i18n/house-name.ts'
import type { Page } from './layout.ts'

/** Crash has a title of its own among the games. */
const titles: Readonly<Partial<Record<Page | 'crash', MessageDescriptor>>> = {
  home: msg`Today's matches`,
  sports: msg`Sports`,
  competition: msg`Sports A-Z`,
  match: msg`Match`,
  b: msg`Booking code`,
  'betslip-slip': msg`Slip`,
  'betslip-nare': msg`Nare league slip`,
  'betslip-jackpot': msg`Jackpot slip`,
  jackpot: msg`Jackpot`,
  virtuals: msg`Virtuals`,
  'nare-league': msg`Nare league`,
  playouts: msg`Play-outs`,
  standing: msg`Standing`,
  results: msg`Results`,
  casino: msg`Casino`,
  gameplay: msg`Game`,
  'smart-soft': msg`SmartSoft`,
  'smart-play': msg`Game`,
  'nare-games': msg`Games`,
  crash: msg`Crash`,
  'my-bets': msg`My bets`,
  'bet-history': msg`Bet history`,
  bethistory: msg`Nare league bets`,
  promotions: msg`Promotions`,
  promo: msg`Promotion`,
  points: msg`Points`,
  'leader-board': msg`Leaderboard`,
  fpl: msg`Fantasy`,
  login: msg`Log in`,
  signup: msg`Create account`,
  verify: msg`Verify your phone`,
  'reset-password': msg`Reset password`,
  deposit: msg`Deposit`,
  withdraw: msg`Withdraw`,
  profile: msg`Profile`,
  print: msg`Print`,
  'how-to-play': msg`How to play`,
  'privacy-policy': msg`Privacy policy`,
  'cookie-policy': msg`Cookie policy`,
  'dispute-resolution': msg`Dispute resolution`,
  'anti-money-laundering': msg`Anti money laundering`,
  'terms-and-conditions': msg`Terms and conditions`,
  'responsible-gambling': msg`Responsible gambling`,
  redirect: msg`Session expired`,
}

const titleByPage: Readonly<Record<string, MessageDescriptor | undefined>> = titles

/** A page's title in the current language. */
export function pageTitle(i18n: I18n, page: string): string {
  const title = titleByPage[page]
  return title ? i18n._(title) : houseName
}
