import { join } from 'node:path'
import type { Country } from '#country/country'
import {
  airtelSettings,
  openAirtel,
  openDaraja,
  type AirtelSettings,
  type DarajaSettings,
  type PaymentsDeps,
  type TokenStore,
} from '#modules/payments/payments'
import type { Clock } from '#platform/clock'
import { openKey } from '#platform/key-file'
import type { Config } from './config.ts'

type Twins = {
  readonly shortcode: string
  readonly daraja: () => Promise<DarajaSettings>
  readonly airtel: () => Promise<AirtelSettings>
}
type Paying = {
  readonly config: Config
  readonly twins: Twins | undefined
  readonly clock: Clock
  readonly country: Country
  readonly tokens: TokenStore
}

/** The configured mobile-money providers. With the sandbox on, its simulated providers replace those that are not configured. */
export function providersOf({ config, twins, clock, country, tokens }: Paying): PaymentsDeps['providers'] {
  const { daraja } = config
  const airtel = airtelSettings(config, country)
  const mpesa = daraja ? async () => daraja : twins?.daraja
  const money = airtel ? async () => airtel : twins?.airtel
  const shortcode = daraja?.collect.shortcode ?? twins?.shortcode ?? ''
  const payee = { shortcode, either: daraja?.collect.payeeEither ?? false }
  return {
    ...(mpesa && { mpesa: openDaraja({ settings: mpesa, clock, tokens, payee }) }),
    ...(money && { airtel: openAirtel({ settings: money, clock, tokens }) }),
  }
}

/** The secret of callback addresses: the configured one, otherwise one that is created in the data folder. */
export function callbackSecretOf({ callbacks: { secret }, dataDir }: Config): () => Promise<Uint8Array> {
  return openKey(secret ? { key: secret } : { keyFile: join(dataDir, 'callbacks.key') })
}
