import { join } from 'node:path'
import {
  openAirtel,
  openDaraja,
  type AirtelSettings,
  type DarajaSettings,
  type PaymentsDeps,
} from '#modules/payments/payments'
import type { Clock } from '#platform/clock'
import { openKey } from '#platform/key-file'
import type { Config } from './config.ts'

type Twins = { readonly daraja: () => Promise<DarajaSettings>; readonly airtel: () => Promise<AirtelSettings> }
type Paying = { readonly config: Config; readonly twins: Twins | undefined; readonly clock: Clock }

/** The mobile-money providers that are set up; with the sandbox on, its twins for the others. */
export function providersOf({ config, twins, clock }: Paying): PaymentsDeps['providers'] {
  const { daraja, airtel } = config
  const mpesa = daraja ? async () => daraja : twins?.daraja
  const money = airtel ? async () => airtel : twins?.airtel
  return {
    ...(mpesa && { mpesa: openDaraja({ settings: mpesa, clock }) }),
    ...(money && { airtel: openAirtel({ settings: money, clock }) }),
  }
}

/** The secret of callback addresses: the configuration's, else one that is made in the data folder. */
export function callbackSecretOf({ callbacks: { secret }, dataDir }: Config): () => Promise<Uint8Array> {
  return openKey(secret ? { key: secret } : { keyFile: join(dataDir, 'callbacks.key') })
}
