import type { Parts } from '../deps.ts'
import type { ProviderName } from '../ports.ts'
import { callbackKey, hashOfKey } from './keys.ts'
import { type Address, insertAddresses } from './store.ts'

/** The callback address of a payment or provider for a purpose. Always the same; stored at the first use. */
export async function addressOf(parts: Parts, { purpose, provider, payment }: Omit<Address, 'hash'>): Promise<string> {
  const key = callbackKey(await parts.callbackSecret(), purpose, provider, payment ?? '')
  await insertAddresses(parts.db, [{ hash: hashOfKey(key), purpose, provider, payment }])
  return callbackUrl(parts, key)
}

/** The callback address of a provider for messages that belong to no payment. `addressOf` returns the same address. */
export async function providerAddress(given: {
  secret: () => Promise<Uint8Array>
  publicUrl: string
  provider: ProviderName
  purpose: 'paybill' | 'paybill_check'
}): Promise<string> {
  return `${given.publicUrl}/cb/${callbackKey(await given.secret(), given.purpose, given.provider, '')}`
}

/** The callback address with this key, which is then known as ours. */
export function callbackUrl({ known, publicUrl }: Parts, key: string): string {
  known.remember(hashOfKey(key))
  return `${publicUrl()}/cb/${key}`
}
