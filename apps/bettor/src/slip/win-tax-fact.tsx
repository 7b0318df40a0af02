import { Trans } from '@lingui/react/macro'
import type { Product } from '@nare/contract/products'
import { Amount } from '@nare/ui/amount'
import { isoDay } from '@nare/ui/format'
import { serverNow } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import { winTaxPreview, type PossibleWin, type WinTaxPreview } from '../tax/win-tax.ts'

/** The tax on the payouts of bets of a product, at today's rate; undefined where there is none. */
export function useWinTax(product: Product, wins: readonly PossibleWin[]): WinTaxPreview | undefined {
  const taxes = useApp(({ data }) => data.app_config?.taxes)
  return taxes && winTaxPreview(taxes, wins, { day: isoDay(serverNow()), product })
}

/** "Tax on winnings 15%: 600". */
export function WinTaxFact({ tax: { percent, tax } }: { tax: Pick<WinTaxPreview, 'percent' | 'tax'> }) {
  return (
    <Trans>
      Tax on winnings {percent}%: <Amount value={tax} />
    </Trans>
  )
}
