import { formatMoney, price } from '@nare/money/money'
import type { Area } from '#area'
import { amountText } from '#country/writing'
import type { Promotions, Proposal } from '#modules/promotions/promotions'
import type { Clock } from '#platform/clock'
import { shillings } from './in-country.ts'

type Deps = { readonly clock: Pick<Clock, 'now'>; readonly promotions: Pick<Promotions, 'operator'> }
type Times = 'starts_at' | 'ends_at'
/** A recurring offer: its period in days, and the days of the period from and until which it runs. */
type Offer = Omit<Proposal, Times> & {
  readonly key: string
  readonly everyDays: number
  readonly runs: readonly [number, number]
}

const dayMs = 86_400_000
/** The sandbox uses East Africa's days, which start three hours before those of UTC. */
const zoneMs = 3 * 3_600_000
/** Each offer runs a little longer than its period, so that one of each kind is always open. */
const always = { everyDays: 28, runs: [0, 32] } as const
const operators = { proposed: 'sandbox', approved: 'sandbox-2' }
const sum = (amount: number): string => amountText(formatMoney(shillings(amount)))
const odds = (hundredths: number) => price(BigInt(hundredths) * 10n)

/** One running offer of each kind, and an ended offer. */
const offersNow = (): readonly Offer[] => [
  {
    ...{ key: 'deposit_match', kind: 'deposit_match', ...always },
    title: { en: 'Double your next deposit', sw: 'Pata mara mbili ya utakachoweka' },
    summary: {
      en: `Join, then deposit ${sum(100)} or more: we add as much again as a bonus, up to ${sum(500)}`,
      sw: `Jiunge, kisha weka ${sum(100)} au zaidi: tunaongeza kiasi hicho hicho kama bonasi, hadi ${sum(500)}`,
    },
    ...{ percent: 100, most: shillings(500), min_deposit: shillings(100), min_odds: odds(150), wager: 3, days: 14 },
    cost_cap: shillings(250_000),
  },
  {
    ...{ key: 'free_bet', kind: 'free_bet', ...always, trigger: 'bet' },
    title: { en: `Bet ${sum(100)}, get a free bet`, sw: `Beti ${sum(100)}, upate beti ya bure` },
    summary: {
      en: `Your first bet of ${sum(100)} or more after you join brings a ${sum(50)} bonus, whether it wins or loses`,
      sw: `Beti yako ya kwanza ya ${sum(100)} au zaidi ukijiunga inakuletea bonasi ya ${sum(50)}, ishinde au ishindwe`,
    },
    ...{ most: shillings(50), min_stake: shillings(100), min_odds: odds(150), wager: 1, days: 7 },
    cost_cap: shillings(50_000),
  },
  {
    ...{ key: 'boost', kind: 'boost', ...always, claim_days: 3 },
    title: { en: '20% more on your next win', sw: '20% zaidi kwenye ushindi wako ujao' },
    summary: {
      en: `If your next bet at odds of 2.00 or more wins, we add 20% of what it wins as a bonus, up to ${sum(300)}`,
      sw: `Beti yako ijayo yenye odds 2.00 au zaidi ikishinda, tunaongeza 20% ya ushindi kama bonasi, hadi ${sum(300)}`,
    },
    ...{ percent: 20, most: shillings(300), min_stake: shillings(50), min_odds: odds(200), wager: 1, days: 7 },
    cost_cap: shillings(90_000),
  },
  {
    ...{ key: 'insurance', kind: 'insurance', ...always, claim_days: 14 },
    title: { en: 'One pick short? Stake back', sw: 'Umekosa chaguo moja? Rudishiwa dau' },
    summary: {
      en: `A multi of 5 or more picks that fails by exactly one gives its stake back as a bonus, up to ${sum(100)} a bet`,
      sw: `Multi ya chaguo 5 au zaidi inayokosa moja tu inarudisha dau kama bonasi, hadi ${sum(100)} kwa beti`,
    },
    ...{ most: shillings(300), per_bet: shillings(100), min_stake: shillings(20), min_legs: 5, min_leg: odds(140) },
    ...{ min_odds: odds(150), wager: 1, days: 7, cost_cap: shillings(60_000) },
  },
  {
    ...{ key: 'points', kind: 'points', ...always, claim_days: 28 },
    title: { en: 'Double points on your bets', sw: 'Pointi mara mbili kwenye beti zako' },
    summary: {
      en: `Every bet of ${sum(50)} or more earns twice its points, up to 500 extra points`,
      sw: `Kila beti ya ${sum(50)} au zaidi inaleta pointi mara mbili, hadi pointi 500 za ziada`,
    },
    ...{
      percent: 100,
      points: 500,
      min_stake: shillings(50),
      products: ['sports', 'league'],
      cost_cap: shillings(10_000),
    },
  },
  {
    ...{ key: 'over', kind: 'deposit_match', everyDays: 7, runs: [-10, -1] },
    title: { en: 'Half again on your deposit', sw: 'Nusu zaidi ya unachoweka' },
    summary: {
      en: `A bonus of 50% on a deposit of ${sum(200)} or more, up to ${sum(250)}`,
      sw: `Bonasi ya 50% ukiweka ${sum(200)} au zaidi, hadi ${sum(250)}`,
    },
    ...{ percent: 50, most: shillings(250), min_deposit: shillings(200), min_odds: odds(150), wager: 2, days: 7 },
    cost_cap: shillings(100_000),
  },
]

/** Creates the currently missing promotions of the sandbox, each once. */
export async function keepPromotions({ clock, promotions }: Deps): Promise<void> {
  for (const { key, everyDays, runs, ...offer } of offersNow()) {
    const set = Math.floor((clock.now() + zoneMs) / (everyDays * dayMs))
    const at = (day: number) => new Date((set * everyDays + day) * dayMs - zoneMs).toISOString()
    const proposal = { ...offer, starts_at: at(runs[0]), ends_at: at(runs[1]) }
    await promotions.operator.seed(`sandbox/${key}/${set}`, proposal, operators)
  }
}

/** Creates missing promotions at the start and regularly afterwards. */
export function sandboxPromotions(deps: Deps): Area {
  const run = () => keepPromotions(deps)
  return { start: { role: 'jobs', run }, jobs: [{ name: 'promotions of the sandbox', everyMs: 3_600_000, run }] }
}
