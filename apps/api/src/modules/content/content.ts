import type { content } from '@nare/contract/content'
import { done } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney, formatPrice } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Clock } from '#platform/clock'
import type { Handlers } from '#platform/calls'

export type Brand = { readonly name: string; readonly termsVersion: string }

export type ContentDeps = {
  clock: Clock
  country: Country
  brand: Brand
  rulesVersion: string
  sandbox: boolean
  sports: () => Promise<{ sport_id: string; name: string }[]>
}

/** Settings and carousels. What the house has set up is told, nothing is hard-coded on a screen. */
export function contentRoutes(deps: ContentDeps): Handlers<typeof content> {
  const none = async () => done({ status: 200 as const, images: [] })
  return {
    settings: async () => done({ status_code: 200 as const, message: await settings(deps) }),
    carousel: none,
    casinoCarousel: none,
  }
}

async function settings({
  clock,
  country,
  brand,
  rulesVersion,
  sandbox,
  sports,
}: ContentDeps): Promise<Answer<typeof content.settings>['message']> {
  return {
    name: brand.name,
    currency: country.currency,
    country: country.code,
    min_stake: formatMoney(country.minStake),
    max_stake: formatMoney(country.maxStake),
    max_payout: formatMoney(country.maxPayout),
    max_legs: country.maxLegs,
    max_system_legs: country.maxSystemLegs,
    min_age: country.minAge,
    live_delay_s: country.liveDelayS,
    boost: {
      table: [...country.boost.table],
      min_leg: formatPrice(country.boost.minLeg),
      cap: formatMoney(country.boost.cap),
      exclude: [],
    },
    taxes: country.taxes.map(({ kind, base, percent, from }) => ({ kind, base, percent, from })),
    features: { sports: true, live: true, boost: true, booking_codes: true },
    sports: (await sports()).map(({ sport_id, name: sport }) => ({ sport_id, name: sport })),
    contacts: { ...country.contacts },
    terms_version: brand.termsVersion,
    rules_version: rulesVersion,
    server_time: clock.date().toISOString(),
    sandbox,
  }
}
