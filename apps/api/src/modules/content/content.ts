import type { content } from '@nare/contract/content'
import type { ContentPage, pages as pageCalls } from '@nare/contract/pages'
import { done, refused } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney, formatPrice, type Money } from '@nare/money/money'
import { groupedText } from '#country/writing'
import { dayIn, taxesOn, type Country } from '#country/country'
import { prefixesOf } from '#country/wallets'
import { identityRules, leastAge } from '#modules/identity/identity'
import { bettingRules } from '#modules/betting/betting'
import { catalogSettings } from '#modules/catalog/catalog'
import { leastWithdrawal, paymentTerms } from '#modules/payments/payments'
import { contactsOf, promotable } from '#modules/protection/protection'
import type { Settings } from '#modules/settings/settings'
import type { Clock } from '#platform/clock'
import type { Handlers } from '#platform/calls'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import { launch } from './launch.ts'
import type { Variables } from './markdown.ts'
import { openPages, type Language, type Pages } from './pages.ts'
import { brandOf } from './settings.ts'

export { eraseContent } from './erase.ts'
export { bannersWaiting } from './banners-store.ts'
export { mailingSteps } from './histories.ts'
export { messageRetention } from './retention.ts'
export { messagesWaiting } from './messages-store.ts'
export { textsWaiting } from './texts-store.ts'
export { readBlocks } from './markdown.ts'
export { contentOfBettor } from './own-rows.ts'
export { withheldFrom } from './withheld.ts'
export { brandOf, brandSettings, type Brand } from './settings.ts'

export type ContentDeps = {
  db: Db
  clock: Clock
  country: Country
  settings: Pick<Settings, 'now'>
  /** The version of the rules of a bet that is placed now. */
  rulesVersion: () => Promise<string>
  sandbox: boolean
  sports: () => Promise<{ sport_id: string; name: string }[]>
  log: Log
  /** The folder with the operator's pages and carousels. */
  folder: string
  /** The registered areas. Features of other areas are reported as off. */
  areas: readonly string[]
  /** The launch URL of the sports provider. */
  provider: string | undefined
  /** The sports page of the sandbox, which opens if no provider is configured. */
  sportsPage?: (() => Promise<string | undefined>) | undefined
  publicUrl: string
  /** The configured mobile-money providers, and the paybill number. */
  paymentMethods: Pick<Answer<typeof content.settings>['message']['payments'], 'providers' | 'paybill'>
}

/** The operator's pages: the published version of each, otherwise its file. */
export const openContentPages = (
  deps: Pick<ContentDeps, 'clock' | 'country' | 'settings' | 'folder' | 'log'>,
  published: (page: ContentPage, lang: Language) => string | undefined,
): Pages =>
  openPages({
    folder: deps.folder,
    country: deps.country,
    log: deps.log,
    variables: () => pageVariables(deps),
    published,
  })

/** Opens settings, carousels, pages and the launch of the sports provider. The app gets all its configuration here. */
export function contentRoutes(
  deps: Omit<ContentDeps, 'folder' | 'log'> & { readonly pages: Pages },
): Handlers<typeof content> & Handlers<typeof pageCalls> {
  const { db, pages, provider, sportsPage, publicUrl } = deps

  async function carousel(name: 'home' | 'casino', bettor?: bigint) {
    const images = await pages.carousel(name)
    const all =
      bettor === undefined || !images.some(({ promotes }) => promotes) || (await promotable(db, [bettor])).has(bettor)
    const shown = all ? images : images.filter(({ promotes }) => !promotes)
    return { status: 200 as const, images: shown.map(({ image }) => image) }
  }
  return {
    settings: async () => done({ status_code: 200 as const, message: await settings(deps) }),
    carousel: async (_input, { session }) => done(await carousel('home', session?.bettor)),
    casinoCarousel: async (_input, { session }) => done(await carousel('casino', session?.bettor)),
    async page({ page, lang }) {
      const found = await pages.page(page, lang ?? deps.country.firstLanguage)
      return found ? done({ data: { page, ...found } }) : refused('not_found')
    },
    launch: async (request) => launch({ provider: provider ?? (await sportsPage?.()), publicUrl }, request),
  }
}

/** Values for `{{…}}` in pages, in addition to the operator's: the country's current rules. */
function pageVariables({
  clock,
  country,
  settings: { now },
}: Pick<ContentDeps, 'clock' | 'country' | 'settings'>): Variables {
  const values = now()
  const { limits, boost, liveDelayS } = bettingRules(values)
  const terms = paymentTerms(values, country)
  const taxes = taxesOn(terms, clock.date())
  const amount = (of: Money) => groupedText(formatMoney(of))
  const { payments } = terms
  return {
    ...contactsOf(values, country),
    name: brandOf(values).name,
    terms_version: identityRules(values).termsVersion,
    currency: country.currency,
    today: dayIn(country.timeZone, clock.date()),
    min_age: String(leastAge(values, country.timeZone, clock.date())),
    min_stake: amount(limits.minStake),
    max_stake: amount(limits.maxStake),
    max_payout: amount(limits.maxPayout),
    max_legs: String(limits.maxLegs),
    max_system_legs: String(limits.maxSystemLegs),
    live_delay_s: String(liveDelayS),
    boost_first_legs: String(boost.table[0]?.legs ?? 0),
    boost_first_percent: String(boost.table[0]?.percent ?? 0),
    boost_most_percent: String(boost.table.at(-1)?.percent ?? 0),
    boost_min_leg: formatPrice(boost.minLeg),
    deposit_tax: taxes.deposit_percent,
    withdrawal_tax: taxes.withdrawal_percent,
    win_tax: taxes.win_percent,
    kept_years: String(country.erasureYears),
    min_deposit: amount(payments.depositMin),
    max_deposit: amount(payments.depositMax),
    min_withdrawal: amount(leastWithdrawal(terms, clock.date())),
    max_withdrawal: amount(payments.withdrawalMax),
  }
}

/** The settings of the app, the same for every bettor. */
export async function settings({
  clock,
  country,
  settings: { now },
  rulesVersion,
  sandbox,
  sports,
  areas,
  provider,
  sportsPage,
  paymentMethods,
  pages,
}: Omit<ContentDeps, 'folder' | 'log'> & { readonly pages: Pick<Pages, 'operator'> }): Promise<
  Answer<typeof content.settings>['message']
> {
  const values = now()
  const { limits, boost, liveDelayS } = bettingRules(values)
  const terms = paymentTerms(values, country)
  const prefixes = prefixesOf(country.wallets)
  return {
    name: brandOf(values).name,
    ...{ currency: country.currency, amounts: country.amounts, first_language: country.firstLanguage },
    country: country.code,
    time_zone: country.timeZone,
    numbers: country.numbers,
    min_stake: formatMoney(limits.minStake),
    quick_stakes: country.quickStakes.map(formatMoney),
    max_stake: formatMoney(limits.maxStake),
    max_payout: formatMoney(limits.maxPayout),
    max_legs: limits.maxLegs,
    max_system_legs: limits.maxSystemLegs,
    min_age: leastAge(values, country.timeZone, clock.date()),
    limit_changes: { wait_hours: country.limitChanges.waitHours, stops_bets: country.limitChanges.stopsBets },
    live_delay_s: liveDelayS,
    boost: {
      table: [...boost.table],
      min_leg: formatPrice(boost.minLeg),
      cap: formatMoney(boost.cap),
      exclude: ['league'],
    },
    taxes: [...terms.taxes],
    payments: {
      ...paymentMethods,
      mpesa_menu: country.mpesaMenu,
      ...(prefixes && { prefixes }),
      deposit_min: formatMoney(terms.payments.depositMin),
      deposit_max: formatMoney(terms.payments.depositMax),
      withdrawal_min: formatMoney(leastWithdrawal(terms, clock.date())),
      withdrawal_max: formatMoney(terms.payments.withdrawalMax),
    },
    features: {
      ...features({ areas, hasProvider: provider !== undefined || sportsPage !== undefined }),
      combinations: values(catalogSettings.combinationsOn),
    },
    sports: (await sports()).map(({ sport_id, name: sport }) => ({ sport_id, name: sport })),
    contacts: contactsOf(values, country),
    operator: await pages.operator(),
    terms_version: identityRules(values).termsVersion,
    rules_version: await rulesVersion(),
    server_time: clock.date().toISOString(),
    sandbox,
  }
}

/** The features that the app may offer. */
function features({
  areas,
  hasProvider,
}: Pick<ContentDeps, 'areas'> & { hasProvider: boolean }): Record<string, boolean> {
  return {
    sports: true,
    live: true,
    boost: true,
    booking_codes: true,
    provider: hasProvider,
    jackpot: areas.includes('jackpot'),
    league: areas.includes('league'),
    casino: areas.includes('casino'),
    games: areas.includes('games'),
    promotions: areas.includes('promotions'),
    points: areas.includes('points'),
    bonus: areas.includes('bonus'),
    leaderboard: areas.includes('boards'),
    fantasy: areas.includes('fantasy'),
  }
}
