import type { walletNames } from '@nare/contract/wallets'

/** A mobile-money service of a country. Payments are stored under the name of its provider; the adapter speaks the protocol of its network. */
export type Wallet = {
  readonly provider: keyof typeof walletNames
  readonly adapter: 'daraja' | 'airtel' | 'vodacom' | 'mixx'
  /** The first digits of the national numbers that it usually has. They select it first, and decide nothing: people keep their numbers when they change. */
  readonly prefixes: readonly string[]
}

/** Of Kenya: everyone has M-Pesa, so no number says which one is meant. */
export const walletsOfKenya: readonly Wallet[] = [
  { provider: 'mpesa', adapter: 'daraja', prefixes: [] },
  { provider: 'airtel', adapter: 'airtel', prefixes: [] },
]

/** Of Tanzania. Lists of numbers differ on 69, 77 and 79. */
export const walletsOfTanzania: readonly Wallet[] = [
  { provider: 'mpesa', adapter: 'vodacom', prefixes: ['74', '75', '76'] },
  { provider: 'airtel', adapter: 'airtel', prefixes: ['68', '69', '78'] },
  { provider: 'mixx', adapter: 'mixx', prefixes: ['65', '67', '71', '77'] },
]

/** The first digits by provider; undefined for a country whose numbers say nothing. */
export function prefixesOf(wallets: readonly Wallet[]): Record<string, string[]> | undefined {
  const known = wallets.filter(({ prefixes }) => prefixes.length > 0)
  return known.length === 0
    ? undefined
    : Object.fromEntries(known.map(({ provider, prefixes }) => [provider, [...prefixes]]))
}
