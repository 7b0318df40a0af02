import type { BetView } from '@nare/contract/betting'
import { failures, type FailureCode } from '@nare/contract/failures'
import { amountText, exampleStake, houseName, plainAmountText as sum } from '#country/writing'
import { latinText } from '#platform/latin-text'
import type { Language } from './commands.ts'

/** The length of two text messages of 160 characters. */
const charsMax = 320

type Offer = NonNullable<NonNullable<BetView['referral']>['offer']>

/** What a bet pays if it wins; `isTaxed` if that is what a tax on winnings leaves. */
export type Payout = { readonly amount: string; readonly isTaxed: boolean }

/** The texts of replies in one language. */
export type Words = {
  readonly signUp: string
  readonly help: string
  readonly late: string
  readonly tooMany: string
  readonly badBet: string
  readonly badJackpot: string
  readonly unknownGame: (gameId: string) => string
  readonly unknownCode: (code: string) => string
  readonly started: (gameId: string) => string
  readonly closed: (gameId: string) => string
  readonly noPool: string
  readonly wrongCount: (wanted: number) => string
  readonly notPlaced: (why: string) => string
  readonly balance: (balance: string, bonus: string | undefined) => string
  readonly bet: (bet: BetView, picks: string, of: { readonly balance: string; readonly payout: Payout }) => string
  /** A trader offers other terms for a bet that waits. */
  readonly offered: (id: string, offer: Pick<Offer, 'stake'>, payout: Payout) => string
  /** A bet that waited for a trader was refused. */
  readonly notAccepted: (bet: BetView, balance: string) => string
  readonly jackpot: (bet: BetView, lines: number, balance: string) => string
  readonly failures: Readonly<Partial<Record<FailureCode, string>>>
}

const payoutText: Readonly<Record<Language, (payout: Payout) => string>> = {
  en: ({ amount, isTaxed }) => `${isTaxed ? 'payout after tax' : 'possible payout'} ${sum(amount)}`,
  sw: ({ amount, isTaxed }) => `unaweza kupata ${sum(amount)}${isTaxed ? ' baada ya kodi' : ''}`,
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    get signUp() {
      return `This number has no ${houseName()} account. Sign up with it in the app, then bet by SMS.`
    },
    get help() {
      const stake = exampleStake()
      return `BET 1025#1#${stake} bets ${amountText(stake)} on 1 of match 1025. More picks: BET 1025#1,1030#X2#${stake}. JP7#1,X2,2 is a ticket of jackpot 7. BAL is your balance. 18+`
    },
    late: 'Not placed: your message arrived too late. Prices have changed, please send it again.',
    tooMany: 'Too many messages from this number. Wait ten minutes.',
    get badBet() {
      return `Not placed: we could not read this bet. Send it like BET 1025#1#${exampleStake()}`
    },
    badJackpot: 'Not placed: we could not read this ticket. Send it like JP7#1,X2,2',
    unknownGame: (gameId) => `Not placed: there is no match ${gameId}`,
    unknownCode: (code) => `Not placed: there is no booking code ${code}`,
    started: (gameId) => `Not placed: match ${gameId} has started. Bet on it in the app`,
    closed: (gameId) => `Not placed: this market of match ${gameId} is not open`,
    noPool: 'Not placed: there is no such open jackpot',
    wrongCount: (wanted) => `Not placed: this jackpot has ${wanted} matches`,
    notPlaced: (why) => `Not placed: ${why}`,
    balance: (balance, bonus) => `Your balance is ${sum(balance)}${bonus ? `, bonus ${sum(bonus)}` : ''}`,
    bet: (bet, picks, { balance, payout }) =>
      bet.state === 'referred'
        ? `Bet ${bet.bet_id} waits for a trader, who decides within a minute: ${picks}. Stake ${sum(bet.stake)} is set aside. See My bets. Balance ${sum(balance)}`
        : `Bet ${bet.bet_id} placed: ${picks}. Stake ${sum(bet.stake)}, odds ${bet.total_odds}, ${payoutText.en(payout)}. Balance ${sum(balance)}`,
    offered: (id, { stake }, payout) =>
      `Bet ${id}: a trader offers ${sum(stake)}, ${payoutText.en(payout)}. Take it within a minute in the app, in My bets`,
    notAccepted: ({ bet_id, stake }, balance) =>
      `Bet ${bet_id} was not accepted. Your stake of ${sum(stake)} is back. Balance ${sum(balance)}`,
    jackpot: (bet, lines, balance) =>
      `Jackpot ticket ${bet.bet_id} placed: ${lines} ${lines === 1 ? 'line' : 'lines'}, ${sum(bet.stake)}. Balance ${sum(balance)}`,
    failures: {},
  },
  sw: {
    get signUp() {
      return `Nambari hii haina akaunti ya ${houseName()}. Jisajili nayo kwenye app, kisha ubeti kwa SMS.`
    },
    get help() {
      const stake = exampleStake()
      return `BETI 1025#1#${stake} huweka ${amountText(stake)} kwenye 1 ya mechi 1025. Chaguo zaidi: BETI 1025#1,1030#X2#${stake}. JP7#1,X2,2 ni tiketi ya jackpot 7. SALIO ni salio lako. 18+`
    },
    late: 'Haikuwekwa: ujumbe wako umechelewa. Bei zimebadilika, tafadhali tuma tena.',
    tooMany: 'Ujumbe mwingi mno kutoka nambari hii. Subiri dakika kumi.',
    get badBet() {
      return `Haikuwekwa: hatukuweza kusoma beti hii. Tuma hivi: BETI 1025#1#${exampleStake()}`
    },
    badJackpot: 'Haikuwekwa: hatukuweza kusoma tiketi hii. Tuma hivi: JP7#1,X2,2',
    unknownGame: (gameId) => `Haikuwekwa: hakuna mechi ${gameId}`,
    unknownCode: (code) => `Haikuwekwa: hakuna nambari ya mkeka ${code}`,
    started: (gameId) => `Haikuwekwa: mechi ${gameId} imeanza. Ibetie kwenye app`,
    closed: (gameId) => `Haikuwekwa: soko hili la mechi ${gameId} halijafunguliwa`,
    noPool: 'Haikuwekwa: hakuna jackpot kama hiyo iliyo wazi',
    wrongCount: (wanted) => `Haikuwekwa: jackpot hii ina mechi ${wanted}`,
    notPlaced: (why) => `Haikuwekwa: ${why}`,
    balance: (balance, bonus) => `Salio lako ni ${sum(balance)}${bonus ? `, bonasi ${sum(bonus)}` : ''}`,
    bet: (bet, picks, { balance, payout }) =>
      bet.state === 'referred'
        ? `Beti ${bet.bet_id} inasubiri mfanyabiashara wa bei, anayeamua ndani ya dakika moja: ${picks}. Dau ${sum(bet.stake)} limetengwa. Salio ${sum(balance)}`
        : `Beti ${bet.bet_id} imewekwa: ${picks}. Dau ${sum(bet.stake)}, odds ${bet.total_odds}, ${payoutText.sw(payout)}. Salio ${sum(balance)}`,
    offered: (id, { stake }, payout) =>
      `Beti ${id}: mfanyabiashara wa bei anatoa ${sum(stake)}, ${payoutText.sw(payout)}. Kubali ndani ya dakika moja kwenye app, Beti zangu`,
    notAccepted: ({ bet_id, stake }, balance) =>
      `Beti ${bet_id} haikukubaliwa. Dau lako la ${sum(stake)} limerudi. Salio ${sum(balance)}`,
    jackpot: (bet, lines, balance) =>
      `Tiketi ya jackpot ${bet.bet_id} imewekwa: mistari ${lines}, ${sum(bet.stake)}. Salio ${sum(balance)}`,
    failures: {
      not_verified: 'thibitisha nambari yako kwenye app kwanza',
      account_locked: 'akaunti yako imefungwa kwa muda, tafadhali wasiliana nasi',
      identity_required: 'tafadhali thibitisha utambulisho wako kwanza kwenye tovuti',
      self_excluded: 'uko kwenye mapumziko ya kubeti, na hayawezi kukatizwa',
      limit_reached: 'inapita kikomo ulichojiwekea',
      insufficient_funds: 'salio lako halitoshi',
      stake_too_small: 'dau ni chini ya kiwango cha chini',
      stake_too_large: 'dau ni juu ya kiwango cha juu',
      payout_too_large: 'malipo yanayowezekana ni juu ya kiwango cha juu',
      related_contingency: 'huwezi kuunganisha chaguo mbili za mechi moja',
      market_suspended: 'soko limesimamishwa kwa sasa',
      match_started: 'mechi imeanza',
      too_many_legs: 'chaguo ni nyingi mno',
      not_available: 'huduma hii haipatikani kwa sasa',
      overloaded: 'tuna shughuli nyingi, jaribu tena baadaye',
      session_expired: 'mechi imeanza',
    },
  },
}

/** The texts of a language, from which replies are composed. */
export const wordsOf = (language: Language): Words => words[language]

/** Why a bet was refused, in a sentence without its full stop. */
export function refusalText(language: Language, code: FailureCode, sentence?: string): string {
  const own = words[language].failures[code]
  return own ?? sentence ?? failures[code].sentence
}

/** A text as it can go out in at most two messages: in ASCII letters. */
export function smsText(text: string): string {
  const plain = latinText(text)
  return plain.length > charsMax ? `${plain.slice(0, charsMax - 3)}...` : plain
}
