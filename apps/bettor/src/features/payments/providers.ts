import type { PaymentView } from '@nare/contract/payments'
import { useState } from 'react'
import { stored } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'

export type Provider = PaymentView['provider']

const names: Readonly<Record<Provider, string>> = { mpesa: 'M-Pesa', airtel: 'Airtel Money' }
const none: readonly Provider[] = []
const key = 'provider'

/** A provider's name, the same in every language. */
export const providerName = (provider: Provider): string => names[provider]

/** The configured providers, in the operator's order. */
export const useProviders = (): readonly Provider[] => useApp(({ data }) => data.app_config?.payments.providers) ?? none

/** The selected provider: the stored choice, else the first one. */
export function useProvider(): {
  provider: Provider
  offered: readonly Provider[]
  choose: (provider: Provider) => void
} {
  const offered = useProviders()
  const [chosen, setChosen] = useState(() => stored.read(key))
  return {
    provider: offered.find((each) => each === chosen) ?? offered[0] ?? 'mpesa',
    offered,
    choose: (provider) => {
      stored.write(key, provider)
      setChosen(provider)
    },
  }
}
