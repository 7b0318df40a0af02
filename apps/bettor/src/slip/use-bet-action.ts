import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { dateWithYear, thousands } from '@nare/ui/format'
import { useLocation } from 'wouter'
import { useLoginAddress } from '../pages/use-login-address.ts'
import { taxOf } from '../tax/tax.ts'
import type { BetCta } from './cta.ts'
import { useDepositTerms } from './use-deposit-terms.ts'

/** What a bet button shows and does. Without `run` it is disabled, and its label is the reason. */
export type BetAction = { label: string; run?: (() => void) | undefined }

type Place = {
  /** Places the bet; undefined while it cannot be placed. */
  place: (() => void) | undefined
  /** The page that a deposit offers to return to (see deposit-back.ts). */
  back: string
  /** The possible payout, which the label names with the stake. */
  win?: string | null
}

/** Returns the action of each state of a bet button; every product has the same texts. */
export function useBetAction({ place, back, win }: Place): (cta: BetCta) => BetAction {
  const { t, i18n } = useLingui()
  const text = useAmountText()
  const [, go] = useLocation()
  const percent = useDepositTerms()?.percent ?? '0'
  const [login, verify] = [useLoginAddress(), useLoginAddress('/verify')]
  return (cta) => {
    switch (cta.state) {
      case 'stake':
        return { label: t`Enter stake (min ${text(cta.min)})` }
      case 'unreadable':
        return { label: t`Enter an amount like 100 or 100.50` }
      case 'too_large':
        return { label: t`Maximum stake is ${text(cta.max)}` }
      case 'login':
        return { label: t`Log in to place your bet`, run: () => go(login) }
      case 'verify':
        return { label: t`Verify your phone to place your bet`, run: () => go(verify) }
      case 'ok':
        return {
          label: win ? t`Place ${thousands(cta.total)} → ${thousands(win)}` : t`Place bet ${text(cta.total)}`,
          run: place,
        }
      case 'deposit': {
        const tax = taxOf(cta.amount, percent)?.tax ?? '0.00'
        return {
          label:
            tax === '0.00'
              ? t`Deposit ${text(cta.amount)}`
              : t`Deposit ${text(cta.amount)}, ${thousands(tax)} of it excise`,
          run: () => go(`/deposit?amount=${cta.amount}&back=${back}`),
        }
      }
      case 'sending':
        return { label: t`Placing…` }
      case 'checking':
        return { label: t`Checking…` }
      case 'retry':
        return { label: t`No answer yet: try again`, run: place }
      case 'offline':
        return { label: t`Not placed: you're offline` }
      case 'limit':
        return { label: t`Over your limit: see your limits`, run: () => go('/profile?tab=limits') }
      case 'break': {
        const end = cta.until && dateWithYear(cta.until, i18n.locale)
        return { label: end ? t`On a break until ${end}` : t`Betting is stopped for you` }
      }
    }
  }
}
