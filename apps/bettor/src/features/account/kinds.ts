import { useLingui } from '@lingui/react/macro'

/** What a statement can be narrowed to. */
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

type Kind = (typeof kinds)[number] | 'test_money'

/** The word for a kind of movement; one newer than ours is shown as the ledger names it. */
export function useKindText(): (kind: string) => string {
  const { t } = useLingui()
  return (kind) => {
    const words: Readonly<Record<Kind, string>> = {
      deposit: t`Deposit`,
      withdrawal: t`Withdrawal`,
      withdrawal_released: t`Withdrawal returned`,
      stake: t`Stake`,
      win: t`Winnings`,
      refund: t`Refund`,
      cash_out: t`Cash-out`,
      prize: t`Prize`,
      correction: t`Correction of a result`,
      rollback: t`Round cancelled`,
      returnable: t`Money that could not be played`,
      return: t`Sent back to its payer`,
      return_released: t`Sending back failed`,
      test_money: t`Test money`,
    }
    const known: Readonly<Record<string, string | undefined>> = words
    return (Object.hasOwn(known, kind) && known[kind]) || kind.replaceAll('_', ' ')
  }
}
