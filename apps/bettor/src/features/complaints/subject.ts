import { useLingui } from '@lingui/react/macro'
import type { Complaint } from '@nare/contract/complaints'

/** What a complaint is about; `ref` is the id of the bet or payment. */
export type Subject = { about: Complaint['about']; ref?: string | undefined }

/** The subject that an address names: `bet=12`, `payment=…`, else the account. */
export function subjectOf(query: URLSearchParams): Subject {
  const [bet, payment] = [query.get('bet'), query.get('payment')]
  if (bet) return { about: 'bet', ref: bet }
  return payment ? { about: 'payment', ref: payment } : { about: 'other' }
}

export function useSubjectText(): (subject: { about: Complaint['about']; ref?: string | null | undefined }) => string {
  const { t } = useLingui()
  return ({ about, ref }) => {
    switch (about) {
      case 'bet':
        return ref ? t`Bet #${ref}` : t`A bet`
      case 'payment':
        return ref ? t`Payment ${ref}` : t`A payment`
      case 'account':
        return t`Your account`
      case 'other':
        return t`Something else`
    }
  }
}
