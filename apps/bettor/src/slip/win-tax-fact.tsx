import { Trans } from '@lingui/react/macro'
import type { Product } from '@nare/contract/products'
import type { WinTax } from '@nare/contract/shapes'
import { Amount } from '@nare/ui/amount'
import { isoDay } from '@nare/ui/format'
import { serverNow } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import { winTaxPreview, type PossibleWin } from '../tax/win-tax.ts'

/** The tax on the payouts of bets of a product, at today's rate; undefined where there is none. */
export function useWinTax(product: Product, wins: readonly PossibleWin[]): WinTax | undefined {
  return usePreview(product)(wins)
}

/** What the tax leaves of a payout of a bet of a product, at today's rate. */
export function useNetOf(product: Product): (win: PossibleWin) => string {
  const preview = usePreview(product)
  return (win) => preview([win])?.paid ?? win.win
}

function usePreview(product: Product): (wins: readonly PossibleWin[]) => WinTax | undefined {
  const taxes = useApp(({ data }) => data.app_config?.taxes)
  return (wins) => taxes && winTaxPreview(taxes, wins, { day: isoDay(serverNow()), product })
}

/** "Tax on winnings 15%: 600". */
export function WinTaxFact({ tax: { percent, amount } }: { tax: Pick<WinTax, 'percent' | 'amount'> }) {
  return (
    <Trans>
      Tax on winnings {percent}%: <Amount value={amount} />
    </Trans>
  )
}
