import { useNetOf } from '../../slip/win-tax-fact.tsx'
import { cashOutNow } from './figures.ts'

/** Says what a cash-out of an open round would pay now, after tax. */
export function useCashOutPays(): (open: { readonly stake: string; readonly multiplier: string }) => string {
  const netOf = useNetOf('games')
  return (open) => netOf({ stake: open.stake, win: cashOutNow(open) })
}
