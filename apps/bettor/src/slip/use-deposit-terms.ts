import { isoDay } from '@nare/ui/format'
import { serverNow } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import { taxPercent } from '../tax/tax.ts'
import type { DepositTerms } from './deposit-sum.ts'

/** The minimum deposit and today's tax on deposits; undefined until the settings are loaded. */
export function useDepositTerms(): DepositTerms | undefined {
  const settings = useApp(({ data }) => data.app_config)
  if (!settings) return undefined
  return { min: settings.payments.deposit_min, percent: taxPercent(settings.taxes, 'deposit', isoDay(serverNow())) }
}
