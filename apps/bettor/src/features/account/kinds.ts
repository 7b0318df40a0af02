import { useLingui } from '@lingui/react/macro'

/** Transaction kinds that a statement can be filtered by. */
export const kinds = [
  'deposit',
  'withdrawal',
  'withdrawal_released',
  'stake',
  'win',
  'refund',
  'cash_out',
  'prize',
  'correction',
  'rollback',
  'returnable',
  'return',
  'return_released',
] as const

type BonusKind = `bonus_${'granted' | 'converted' | 'restored' | 'expired' | 'cancelled'}`
type Kind = (typeof kinds)[number] | BonusKind | 'test_money'

/** Movements of a bet's bonus part are labelled as those of its cash. */
const bonusPart = /^bonus_(?=(stake|win|refund|cash_out|correction)$)/

/** Returns the label of a transaction kind; kinds this build does not know keep the ledger's name. */
export function useKindText(): (kind: string) => string {
  const { t } = useLingui()
  return (kind) => {
    const labels: Readonly<Record<Kind, string>> = {
      deposit: t`Deposit`,
      withdrawal: t`Withdrawal`,
      withdrawal_released: t`Withdrawal returned`,
      stake: t`Stake`,
      win: t`Winnings`,
      refund: t`Refund`,
      cash_out: t`Cash-out`,
      prize: t`Prize`,
      correction: t`Result correction`,
      rollback: t`Round cancelled`,
      returnable: t`Deposit to be returned`,
      return: t`Returned to sender`,
      return_released: t`Return failed`,
      bonus_granted: t`Bonus received`,
      bonus_converted: t`Bonus became cash`,
      bonus_restored: t`Bonus restored`,
      bonus_expired: t`Bonus expired`,
      bonus_cancelled: t`Bonus cancelled`,
      test_money: t`Test money`,
    }
    const byKind: Readonly<Record<string, string | undefined>> = labels
    const plain = kind.replace(bonusPart, '')
    const label = (Object.hasOwn(byKind, plain) && byKind[plain]) || kind.replaceAll('_', ' ')
    return plain === kind ? label : `${label} (${t`bonus`})`
  }
}
