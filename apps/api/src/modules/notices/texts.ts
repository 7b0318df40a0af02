import { formatMoney, money } from '@nare/money/money'
import { plainAmountText } from '#country/writing'

export const noticeKinds = ['bet_settled', 'money', 'kickoff', 'sms_won', 'sms_money'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type Language = 'en' | 'sw'

/** What a notice is about when it is about one thing. */
export type Facts =
  | { readonly bet: string; readonly state: 'won' | 'lost' | 'void' | 'cashed_out' }
  | { readonly payment: 'deposit' | 'withdrawal' }
  | { readonly match: string; readonly startsAt: string }

/** What there is to tell: `count` things, `won` of them bets that won, and what was paid in all, in cents: also by automatic cash-outs. */
export type Told = {
  readonly count: number
  readonly won: number
  readonly amount: bigint
  /** Of the only one, or of the first. */
  readonly facts: Facts
}

export type Notice = { readonly title: string; readonly body: string }

type Words = {
  readonly betWon: (bet: string, sum: string) => Notice
  readonly betLost: (bet: string) => Notice
  readonly betVoid: (bet: string) => Notice
  readonly betCashedOut: (bet: string, sum: string) => Notice
  /** `sum` is empty too where none of them paid. */
  readonly bets: (count: number, won: number, sum: string) => Notice
  readonly deposit: (sum: string) => Notice
  readonly withdrawal: (sum: string) => Notice
  readonly payments: (count: number) => Notice
  readonly kickoff: (match: string, time: string) => Notice
  readonly kickoffs: (count: number) => Notice
}

/**
 * The words of notices. Each says what has happened to a bet or to money of the bettor's own, and nothing else: no offer, no price, no question, and
 * nothing to do. `sum` is an amount, or empty where the bettor wants none on the screen.
 */
const words: Readonly<Record<Language, Words>> = {
  en: {
    betWon: (bet, sum) => ({ title: 'Bet won', body: `Bet ${bet} won. ${sum || 'The money'} is in your account.` }),
    betLost: (bet) => ({ title: 'Bet settled', body: `Bet ${bet} lost.` }),
    betVoid: (bet) => ({ title: 'Bet void', body: `Bet ${bet} is void. The stake is back in your account.` }),
    betCashedOut: (bet, sum) => ({
      title: 'Bet cashed out',
      body: `Bet ${bet} was worth the amount that you set. ${sum || 'The money'} is in your account.`,
    }),
    bets: (count, won, sum) => ({
      title: `${count} bets settled`,
      body: `${won === 0 ? 'None' : won} of them won.${sum && ` ${sum} is in your account.`}`,
    }),
    deposit: (sum) => ({ title: 'Deposit arrived', body: `${sum || 'Your deposit'} is in your account.` }),
    withdrawal: (sum) => ({ title: 'Withdrawal paid', body: `${sum || 'Your withdrawal'} was sent to your phone.` }),
    payments: (count) => ({ title: `${count} payments done`, body: 'They are in your statement.' }),
    kickoff: (match, time) => ({ title: 'Kick-off soon', body: `${match}, on your bet, starts at ${time}.` }),
    kickoffs: (count) => ({ title: 'Kick-off soon', body: `${count} matches on your bets start soon.` }),
  },
  sw: {
    betWon: (bet, sum) => ({
      title: 'Beti imeshinda',
      body: `Beti ${bet} imeshinda. ${sum || 'Pesa'} iko kwenye akaunti yako.`,
    }),
    betLost: (bet) => ({ title: 'Beti imeamuliwa', body: `Beti ${bet} imepoteza.` }),
    betVoid: (bet) => ({ title: 'Beti ni batili', body: `Beti ${bet} ni batili. Dau limerudi kwenye akaunti yako.` }),
    betCashedOut: (bet, sum) => ({
      title: 'Beti imelipwa mapema',
      body: `Beti ${bet} ilifikia kiasi ulichoweka. ${sum || 'Pesa'} iko kwenye akaunti yako.`,
    }),
    bets: (count, won, sum) => ({
      title: `Beti ${count} zimeamuliwa`,
      body: `${won === 0 ? 'Hakuna iliyoshinda' : `Zilizoshinda: ${won}`}.${sum && ` ${sum} iko kwenye akaunti yako.`}`,
    }),
    deposit: (sum) => ({ title: 'Pesa imeingia', body: `${sum || 'Pesa uliyoweka'} iko kwenye akaunti yako.` }),
    withdrawal: (sum) => ({ title: 'Pesa imetolewa', body: `${sum || 'Pesa uliyotoa'} imetumwa kwenye simu yako.` }),
    payments: (count) => ({ title: `Malipo ${count} yamekamilika`, body: 'Yako kwenye taarifa yako.' }),
    kickoff: (match, time) => ({ title: 'Mechi inakaribia', body: `${match}, kwenye beti yako, inaanza saa ${time}.` }),
    kickoffs: (count) => ({ title: 'Mechi zinakaribia', body: `Mechi ${count} za beti zako zinaanza karibuni.` }),
  },
}

type How = { readonly language: Language; readonly amounts: boolean; readonly timeZone: string }

/** The words of a notice, with amounts only if the bettor wants them. */
export function noticeText({ count, won, amount, facts }: Told, { language, amounts, timeZone }: How): Notice {
  const of = words[language]
  const sum = amounts && amount > 0n ? plainAmountText(formatMoney(money(amount))) : ''
  if ('bet' in facts) {
    if (count > 1) return of.bets(count, won, sum)
    if (facts.state === 'won') return of.betWon(facts.bet, sum)
    if (facts.state === 'cashed_out') return of.betCashedOut(facts.bet, sum)
    return facts.state === 'lost' ? of.betLost(facts.bet) : of.betVoid(facts.bet)
  }
  if ('payment' in facts) return count > 1 ? of.payments(count) : of[facts.payment](sum)
  return count > 1 ? of.kickoffs(count) : of.kickoff(facts.match, timeIn(timeZone, facts.startsAt))
}

/** Where a notice leads: pages that show what happened, never one on which a bet is made. */
export function placeOf({ facts, count }: Told): string {
  if ('bet' in facts) return count > 1 ? '/bet-history' : `/my-bets?bet=${facts.bet}`
  return 'payment' in facts ? '/profile?tab=statement' : '/my-bets'
}

/** What a browser gets. `tag` lets a newer notice of the same kind stand in place of the older one. */
export const payloadOf = ({ title, body }: Notice, told: Told, name: string): string =>
  JSON.stringify({ title: `${name}: ${title}`, body, url: placeOf(told), tag: tagOf(told.facts) })

const tagOf = (facts: Facts): string => ('bet' in facts ? 'bets' : 'payment' in facts ? 'money' : 'kickoff')

function timeIn(timeZone: string, at: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(at),
  )
}
