import type { PaymentsDeps } from '../deps.ts'
import type { ProviderName } from '../ports.ts'
import { callbackKey, hashOfKey } from './keys.ts'
import { type Address, insertAddresses } from './store.ts'

/** Gives a purpose of a payment, or of a provider, its address, and answers where it is; the same each time. */
export async function addressOf(
  deps: PaymentsDeps,
  { purpose, provider, payment }: Omit<Address, 'hash'>,
): Promise<string> {
  const key = callbackKey(await deps.callbackSecret(), purpose, provider, payment ?? '')
  await insertAddresses(deps.db, [{ hash: hashOfKey(key), purpose, provider, payment }])
  return callbackUrl(deps, key)
}

/** Where a provider writes what belongs to no payment; `addressOf` answers the same. */
export async function providerAddress(given: {
  secret: () => Promise<Uint8Array>
  publicUrl: string
  provider: ProviderName
  purpose: 'paybill' | 'paybill_check'
}): Promise<string> {
  return `${given.publicUrl}/cb/${callbackKey(await given.secret(), given.purpose, given.provider, '')}`
}

export const callbackUrl = (deps: PaymentsDeps, key: string): string => `${deps.publicUrl()}/cb/${key}`
