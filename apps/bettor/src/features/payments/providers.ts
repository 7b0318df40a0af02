import type { PaymentView } from '@nare/contract/payments'
import { walletNames } from '@nare/contract/wallets'
import { useState } from 'react'
import { stored } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'

export type Provider = PaymentView['provider']

type Prefixes = Readonly<Record<string, readonly string[]>> | undefined

const none: readonly Provider[] = []
const key = 'provider'

/** A provider's name, the same in every language. */
export const providerName = (provider: Provider): string => walletNames[provider]

/** The configured providers, in the operator's order. */
export const useProviders = (): readonly Provider[] => useApp(({ data }) => data.app_config?.payments.providers) ?? none

/** The provider whose numbers begin like this one: a hint, because people keep their numbers when they change. */
export function hinted(offered: readonly Provider[], prefixes: Prefixes, national: string): Provider | undefined {
  return offered.find((each) => prefixes?.[each]?.some((digits) => national.startsWith(digits)))
}

/** The selected provider: the stored choice, else the one that the account's number hints at, else the first one. */
export function useProvider(): {
  provider: Provider
  offered: readonly Provider[]
  choose: (provider: Provider) => void
} {
  const offered = useProviders()
  const national = useApp(({ auth, data }) =>
    auth.user?.msisdn.slice(data.app_config?.numbers.calling_code.length ?? 0),
  )
  const prefixes = useApp(({ data }) => data.app_config?.payments.prefixes)
  const [chosen, setChosen] = useState(() => stored.read(key))
  return {
    provider:
      offered.find((each) => each === chosen) ?? hinted(offered, prefixes, national ?? '') ?? offered[0] ?? 'mpesa',
    offered,
    choose: (provider) => {
      stored.write(key, provider)
      setChosen(provider)
    },
  }
}
