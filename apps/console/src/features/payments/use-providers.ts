import { content } from '@nare/contract/content'
import { providerNames } from '@nare/contract/wallets'
import { useRead } from '../../wire/use-read.ts'

export type ProviderName = (typeof providerNames)[number]

/** The mobile-money providers that the house offers; all of them until it has said so. */
export const useProviders = (): readonly ProviderName[] =>
  useRead(content.settings, {}).data?.message.payments.providers ?? providerNames
