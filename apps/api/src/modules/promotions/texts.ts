import type { Block } from '@nare/contract/pages'
import type { Product } from '@nare/contract/products'
import type { OptInReason } from '@nare/contract/promotions'
import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import { amountText } from '#country/writing'
import type { Country } from '#country/country'
import { dueDays, type Rule } from './rules.ts'
import type { Promotion } from './store.ts'

export type Lang = 'en' | 'sw'
type Place = Pick<Country, 'timeZone'>

const reasons: Readonly<Record<OptInReason | 'limited', Readonly<Record<Lang, string>>>> = {
  over: { en: 'This promotion has ended', sw: 'Promosheni hii imeisha' },
  full: { en: 'All places in this promotion are taken', sw: 'Nafasi zote za promosheni hii zimejaa' },
  not_for_you: { en: "This promotion isn't for your account", sw: 'Promosheni hii si ya akaunti yako' },
  limited: {
    en: "You've reached a limit that you set. Join once it resets",
    sw: 'Umefikia kikomo ulichojiwekea. Jiunge kikianza upya',
  },
}

export const reasonText = (reason: OptInReason | 'limited', lang: Lang): string => reasons[reason][lang]

const productNames: Readonly<Record<Lang, Readonly<Record<Product, string>>>> = {
  en: { sports: 'sports', jackpot: 'jackpots', league: 'the Nare league', casino: 'casino games', games: 'Nare games' },
  sw: {
    sports: 'michezo',
    jackpot: 'jackpot',
    league: 'ligi ya Nare',
    casino: 'michezo ya kasino',
    games: 'michezo ya Nare',
  },
}

/** The values of the sentences: numbers and dates as text. */
function partsOf(one: Promotion, lang: Lang, { timeZone }: Place) {
  const amount = (cents: bigint | null): string => amountText(formatMoney(money(cents ?? 0n)))
  const list = new Intl.ListFormat(lang === 'sw' ? 'sw-KE' : 'en-GB', { type: 'conjunction' })
  const number = (of: bigint | number | null): string => new Intl.NumberFormat('en-GB').format(of ?? 0)
  return {
    amount,
    number,
    date: (at: Date): string =>
      new Intl.DateTimeFormat(lang === 'sw' ? 'sw-KE' : 'en-GB', {
        timeZone,
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(at),
    odds: formatPrice(price(one.minOdds ?? 1000n)),
    leg: formatPrice(price(one.minLeg ?? 1000n)),
    hasOdds: one.minOdds !== null,
    products: list.format(one.products.map((product) => productNames[lang][product])),
  }
}
type Parts = ReturnType<typeof partsOf>

const days = (count: number, lang: Lang): string => {
  if (lang === 'sw') return count === 1 ? 'siku 1' : `siku ${count}`
  return count === 1 ? '1 day' : `${count} days`
}

/** The message after joining: the next step and its deadline. */
export function joinedText(one: Promotion, until: Date, { lang, country }: { lang: Lang; country: Place }): string {
  const { amount, number, date } = partsOf(one, lang, country)
  if (one.trigger === 'deposit')
    return lang === 'sw'
      ? `Umejiunga. Weka ${amount(one.minDeposit)} au zaidi kabla ya ${date(until)}`
      : `You've joined. Deposit ${amount(one.minDeposit)} or more by ${date(until)}`
  if (one.trigger === 'bet')
    return lang === 'sw'
      ? `Umejiunga. Weka dau kabla ya ${date(until)}`
      : `You've joined. Place your bet by ${date(until)}`
  if (one.kind === 'points')
    return lang === 'sw'
      ? `Umejiunga. Pointi ${number(one.points)} ni zako`
      : `You've joined. ${number(one.points)} points are yours`
  return lang === 'sw'
    ? `Umejiunga. Bonasi ya ${amount(one.most)} ni yako`
    : `You've joined. A bonus of ${amount(one.most)} is yours`
}

/** The terms, derived from the numbers of the promotion, so that they always match its rules. */
export function ruleBlocks(one: Promotion, lang: Lang, country: Place): Block[] {
  const parts = partsOf(one, lang, country)
  const sentences = lang === 'sw' ? swahili(one, parts) : english(one, parts)
  return [
    {
      kind: 'list',
      ordered: true,
      items: sentences.filter((text) => text !== '').map((text) => [{ text }]),
    },
  ]
}

function english(one: Promotion, p: Parts): string[] {
  return [
    `Join between ${p.date(one.startsAt)} and ${p.date(one.endsAt)}. Each bettor can join once${one.newOnly ? '; only accounts opened since the start can' : ''}.`,
    one.trigger === 'opt_in'
      ? ''
      : `After you join, your place is kept for ${days(one.claimDays, 'en')}, until the promotion ends at the latest.`,
    englishTrigger(one, p),
    englishReward(one, p),
    one.kind === 'points'
      ? ''
      : `Stake the bonus ${one.wager === 1 ? 'once' : `${one.wager} times`}${p.hasOdds ? ` on picks at odds of ${p.odds} or more` : ''} within ${days(one.days ?? 0, 'en')}, and what is left of it becomes cash. Only what you could lose counts: stakes on opposite outcomes cancel out. After that time it ends. Bonus is spent after your cash and can't be withdrawn.`,
    `The promotion gives ${p.amount(one.cap)} in all. Joining reserves your part of it, so everyone who has joined gets what these terms say. When all of it is reserved, nobody else can join.`,
    "You can't join, and nothing is given to you, during a break, after self-exclusion, while a limit that you set is used up, or where we see signs that betting may be harming you. " +
      `What you have earned waits up to ${days(dueDays, 'en')} for that to change.`,
    'We may stop the promotion early for those who have not joined. If you have joined, these terms hold to the end.',
  ]
}

function englishTrigger(one: Rule, p: Parts): string {
  if (one.trigger === 'opt_in') return ''
  if (one.trigger === 'deposit')
    return `Your first deposit of ${p.amount(one.minDeposit)} or more after you join counts. Its amount before tax is what counts.`
  if (one.kind === 'insurance')
    return `Each multi on sports that you place after you join counts, with a stake of ${p.amount(one.minStake)} or more, all in cash, at total odds of ${p.odds} or more, if it has ${one.minLegs} or more picks at odds of ${p.leg} or more each, and no pick below. It counts once it is lost while your place is kept, and decided in all picks. A pick that is void is no pick. Systems, bets with bonus and bets that were cashed out in whole or in part don't count, nor does a correction after we have decided.`
  const which = one.kind === 'points' && one.percent !== null ? 'Each bet' : 'The first bet'
  return `${which} on ${p.products} that you place after you join counts, with a stake of ${p.amount(one.minStake)} or more in cash${p.hasOdds ? ` at total odds of ${p.odds} or more (for a system, the odds of its lowest pick)` : ''}, once it is won or lost while your place is kept. Bets that are void or cashed out don't count, nor does a later correction.`
}

function englishReward(one: Rule, p: Parts): string {
  if (one.kind === 'deposit_match')
    return `You get ${one.percent}% of that deposit as a bonus, at most ${p.amount(one.most)}.`
  if (one.kind === 'insurance')
    return `If exactly one pick of such a multi is lost and all others are won or half won, you get its stake back as a bonus, at most ${p.amount(one.perBet)} a bet and ${p.amount(one.most)} in all. Each bet gives it once. What you staked against the same picks counts less.`
  if (one.kind === 'free_bet') return `You get a bonus of ${p.amount(one.most)} for a free bet.`
  if (one.kind === 'boost')
    return `If that bet wins, you get another ${one.percent}% of what your cash stake has won as a bonus, at most ${p.amount(one.most)}. If it loses, the boost is used.`
  return one.percent === null
    ? `You get ${p.number(one.points)} points.`
    : `You get another ${one.percent}% of the points that each of these bets earns, at most ${p.number(one.points)} points.`
}

function swahili(one: Promotion, p: Parts): string[] {
  return [
    `Jiunge kati ya ${p.date(one.startsAt)} na ${p.date(one.endsAt)}. Kila mchezaji anaweza kujiunga mara moja${one.newOnly ? '; ni kwa akaunti zilizofunguliwa tangu mwanzo wa promosheni pekee' : ''}.`,
    one.trigger === 'opt_in'
      ? ''
      : `Ukijiunga, nafasi yako inahifadhiwa kwa ${days(one.claimDays, 'sw')}, au hadi promosheni iishe ikiwa ni mapema.`,
    swahiliTrigger(one, p),
    swahiliReward(one, p),
    one.kind === 'points'
      ? ''
      : `Betia bonasi ${one.wager === 1 ? 'mara moja' : `mara ${one.wager}`}${p.hasOdds ? ` kwa odds za ${p.odds} au zaidi` : ''} ndani ya ${days(one.days ?? 0, 'sw')}, na kinachobaki kitakuwa pesa taslimu. Kinachohesabiwa ni kile tu unachoweza kupoteza: dau za matokeo yanayopingana zinafidiana. Muda huo ukipita, bonasi inaisha. Bonasi hutumika baada ya pesa zako na haiwezi kutolewa.`,
    `Promosheni hii inatoa ${p.amount(one.cap)} kwa jumla. Ukijiunga, sehemu yako inatengwa, kwa hivyo kila aliyejiunga anapata kile masharti haya yanasema. Yote yakitengwa, hakuna mwingine anayeweza kujiunga.`,
    'Huwezi kujiunga, wala hupewi chochote, ukiwa kwenye mapumziko, baada ya kujizuia, kikomo ulichojiwekea kikiisha, au tukiona dalili kwamba kubeti kunaweza kukudhuru. ' +
      `Ulichopata kinasubiri hadi ${days(dueDays, 'sw')} hali hiyo ibadilike.`,
    'Tunaweza kusimamisha promosheni mapema kwa ambao hawajajiunga. Ukiwa umejiunga, masharti haya yanadumu hadi mwisho.',
  ]
}

function swahiliTrigger(one: Rule, p: Parts): string {
  if (one.trigger === 'opt_in') return ''
  if (one.trigger === 'deposit')
    return `Mara ya kwanza unapoweka ${p.amount(one.minDeposit)} au zaidi baada ya kujiunga ndiyo inayohesabiwa, kwa kiasi kabla ya kodi.`
  if (one.kind === 'insurance')
    return `Kila multi ya michezo unayoweka baada ya kujiunga inahesabiwa, ikiwa na dau la ${p.amount(one.minStake)} au zaidi, lote la pesa taslimu, na jumla ya odds za ${p.odds} au zaidi, ikiwa na chaguo ${one.minLegs} au zaidi, kila moja kwa odds za ${p.leg} au zaidi, bila chaguo la chini ya hapo. Inahesabiwa ikishindwa nafasi yako ikiwa bado imehifadhiwa, na chaguo zote zikiamuliwa. Chaguo lililobatilishwa si chaguo. Beti za mfumo, beti za bonasi na beti zilizolipwa mapema, zote au sehemu, hazihesabiwi, wala marekebisho baada ya sisi kuamua.`
  const which = one.kind === 'points' && one.percent !== null ? 'Kila beti' : 'Beti ya kwanza'
  return `${which} ya ${p.products} unayoweka baada ya kujiunga inahesabiwa, ikiwa na dau la ${p.amount(one.minStake)} au zaidi la pesa taslimu${p.hasOdds ? ` na jumla ya odds za ${p.odds} au zaidi (kwa beti ya mfumo, odds za chaguo la chini kabisa)` : ''}, ikishinda au kushindwa nafasi yako ikiwa bado imehifadhiwa. Beti zilizobatilishwa au zilizolipwa mapema hazihesabiwi, wala marekebisho ya baadaye.`
}

function swahiliReward(one: Rule, p: Parts): string {
  if (one.kind === 'deposit_match')
    return `Unapata ${one.percent}% ya pesa ulizoweka kama bonasi, isiyozidi ${p.amount(one.most)}.`
  if (one.kind === 'insurance')
    return `Chaguo moja tu la multi hiyo likishindwa na mengine yote yakishinda au kushinda nusu, unarudishiwa dau lake kama bonasi, lisilozidi ${p.amount(one.perBet)} kwa beti na ${p.amount(one.most)} kwa jumla. Kila beti inarudishiwa mara moja. Ulichobeti dhidi ya chaguo hizo kinapunguza kinachohesabiwa.`
  if (one.kind === 'free_bet') return `Unapata bonasi ya ${p.amount(one.most)} ya kubeti bure.`
  if (one.kind === 'boost')
    return `Beti hiyo ikishinda, unapata ${one.percent}% zaidi ya ushindi wa dau lako la pesa taslimu kama bonasi, isiyozidi ${p.amount(one.most)}. Ikishindwa, nyongeza imetumika.`
  return one.percent === null
    ? `Unapata pointi ${p.number(one.points)}.`
    : `Unapata ${one.percent}% zaidi ya pointi ambazo kila beti hizi inaleta, zisizozidi pointi ${p.number(one.points)}.`
}
