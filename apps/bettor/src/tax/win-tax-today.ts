import type { Settings } from '@nare/contract/content'
import { isoDay } from '@nare/ui/format'
import { useEffect } from 'react'
import { serverNow } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import { winTaxPreview, type PossibleWin, type WinTaxPreview } from './win-tax.ts'

/** What was withheld from a payment that is shown less its tax. */
export type Taxed = { readonly winTax?: WinTaxPreview | undefined }

let taxes: Settings['taxes'] = []

/** Keeps the taxes of the settings for what games compute outside of components. */
export function useTaxesOfGames(): void {
  const now = useApp(({ data }) => data.app_config?.taxes)
  useEffect(() => {
    if (now) taxes = now
  }, [now])
}

/** The tax on a payment of an own game or of crash at today's rate; undefined if there is none. */
export function winTaxOfGame(win: PossibleWin): WinTaxPreview | undefined {
  const tax = winTaxPreview(taxes, [win], { day: isoDay(serverNow()), product: 'games' })
  return tax && Number(tax.tax) > 0 ? tax : undefined
}

/** What the tax leaves of a payment. */
export const netOfGame = (win: PossibleWin): string => winTaxOfGame(win)?.net ?? win.win
