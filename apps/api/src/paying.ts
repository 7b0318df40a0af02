import { join } from 'node:path'
import type { Country } from '#country/country'
import {
  airtelSettings,
  openAirtel,
  openDaraja,
  openMixx,
  openVodacom,
  vodacomSettings,
  type AirtelSettings,
  type DarajaSettings,
  type MixxSettings,
  type Observe,
  type PaymentsDeps,
  type Provider,
  type Reply,
  type TokenStore,
  type VodacomSettings,
} from '#modules/payments/payments'
import type { Clock } from '#platform/clock'
import { openKey } from '#platform/key-file'
import type { Config } from './config.ts'

/** The sandbox's simulated providers. */
type Twins = {
  readonly shortcode: string
  readonly billerCode: string
  readonly daraja: () => Promise<DarajaSettings>
  readonly airtel: () => Promise<AirtelSettings>
  readonly vodacom: () => Promise<VodacomSettings>
  readonly mixx: () => Promise<MixxSettings>
}
type Paying = {
  readonly config: Pick<Config, 'daraja' | 'airtel' | 'vodacom' | 'mixx'>
  readonly twins: Twins | undefined
  readonly clock: Clock
  readonly country: Country
  readonly tokens?: TokenStore
  readonly observe?: Observe
}

/** An adapter; `balance` and `signIn` are for the check of a set-up. */
export type Opened = Provider & {
  balance?(urls: { resultUrl: string; timeoutUrl: string }): Promise<Reply>
  signIn?(): Promise<Reply>
}

/** Opens each adapter if it is configured, or if the sandbox simulates it. */
const adapters = {
  daraja({ config: { daraja }, twins, ...deps }: Paying): Opened | undefined {
    const settings = given(daraja, twins?.daraja)
    const shortcode = daraja?.collect.shortcode ?? twins?.shortcode ?? ''
    return (
      settings && openDaraja({ ...deps, settings, payee: { shortcode, either: daraja?.collect.payeeEither ?? false } })
    )
  },
  airtel({ config, twins, country, ...deps }: Paying): Opened | undefined {
    const settings = given(airtelSettings(config, country), twins?.airtel)
    return settings && openAirtel({ ...deps, settings })
  },
  vodacom({ config, twins, country, ...deps }: Paying): Opened | undefined {
    const settings = given(vodacomSettings(config, country), twins?.vodacom)
    return settings && openVodacom({ ...deps, settings })
  },
  mixx({ config: { mixx }, twins, ...deps }: Paying): Opened | undefined {
    const settings = given(mixx, twins?.mixx)
    return settings && openMixx({ ...deps, settings, billerCode: mixx?.billerCode ?? twins?.billerCode ?? '' })
  },
}

const given = <S>(own: S | undefined, twin: (() => Promise<S>) | undefined): (() => Promise<S>) | undefined =>
  own === undefined ? twin : async () => own

/** The adapter of a wallet of the country; undefined if it is not configured and the sandbox does not simulate it. */
export function openWallet(provider: Provider['name'], paying: Paying): Opened | undefined {
  const wallet = paying.country.wallets.find((one) => one.provider === provider)
  return wallet && adapters[wallet.adapter](paying)
}

/** The mobile-money providers of the country. With the sandbox on, its simulated providers replace those that are not configured. */
export const providersOf = (paying: Paying): PaymentsDeps['providers'] =>
  Object.fromEntries(
    paying.country.wallets.flatMap(({ provider }) => {
      const opened = openWallet(provider, paying)
      return opened ? [[provider, opened]] : []
    }),
  )

/** The secret of callback addresses: the configured one, otherwise one that is created in the data folder. */
export function callbackSecretOf({ callbacks: { secret }, dataDir }: Config): () => Promise<Uint8Array> {
  return openKey(secret ? { key: secret } : { keyFile: join(dataDir, 'callbacks.key') })
}
