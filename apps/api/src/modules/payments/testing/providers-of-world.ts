import type { Country } from '#country/country'
import type { Clock } from '#platform/clock'
import type { SandboxProviders } from '#sandbox/payments/providers'
import type { SeededBettor } from '#testing/seed'
import { openAirtel } from '../airtel/airtel.ts'
import { openDaraja } from '../daraja/daraja.ts'
import type { PaymentsDeps } from '../deps.ts'
import { openMixx } from '../mixx/mixx.ts'
import type { Provider } from '../ports.ts'
import { openVodacom } from '../vodacom/vodacom.ts'

type Opening = {
  readonly country: Pick<Country, 'wallets'>
  readonly fakes: SandboxProviders
  readonly clock: Clock
}

/** The adapters of a country's wallets, each with its fake. */
export function providersOfWorld({ country, fakes, clock }: Opening): PaymentsDeps['providers'] {
  const open: Readonly<Record<Country['wallets'][number]['adapter'], () => Provider>> = {
    daraja: () => openDaraja({ settings: fakes.daraja, clock, payee: { shortcode: fakes.shortcode, either: false } }),
    airtel: () => openAirtel({ settings: fakes.airtel, clock }),
    vodacom: () => openVodacom({ settings: fakes.vodacom, clock, wait: async () => undefined, pinMs: 900_000 }),
    mixx: () => openMixx({ settings: fakes.mixx, billerCode: fakes.billerCode, clock }),
  }
  return Object.fromEntries(country.wallets.map(({ provider, adapter }) => [provider, open[adapter]()]))
}

/** Seeded bettors with numbers of the country. */
export const inCountry = ({ numbers }: Pick<Country, 'numbers'>, seeded: readonly SeededBettor[]): SeededBettor[] =>
  seeded.map((bettor) => ({ ...bettor, msisdn: `${numbers.calling_code}${bettor.msisdn.slice(3)}` }))
