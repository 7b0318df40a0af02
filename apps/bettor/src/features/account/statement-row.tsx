import { useLingui } from '@lingui/react/macro'
import type { Transaction } from '@nare/contract/ledger'
import { Amount } from '@nare/ui/amount'
import { kickoff } from '@nare/ui/format'
import { Link } from 'wouter'
import style from './account.module.css'
import { useKindText } from './kinds.ts'
import { useProductText } from '../../play/product-text.ts'

/**
 * One transaction: its kind with a link to the bet or payment, its game or product, the time, the signed amount and the balance
 * after it.
 */
export function StatementRow({ row }: { row: Transaction }) {
  const { i18n, t } = useLingui()
  const kindText = useKindText()
  const productText = useProductText()
  const subject = row.name ?? (row.product && productText(row.product))
  const href = linkOf(row)
  const isCredit = Number(row.amount) > 0
  return (
    <tr>
      <th scope="row">
        {href ? <Link href={href}>{kindText(row.kind)}</Link> : kindText(row.kind)}
        <small>
          {subject && <>{subject} · </>}
          {kickoff(row.at, i18n.locale)}
          {row.about?.type === 'bet' && <> · #{row.about.id}</>}
          {row.tax && (
            <>
              {' '}
              · {t`tax`} <Amount bare value={row.tax} />
            </>
          )}
          {row.returnable && (
            <>
              {' '}
              · {t`to be sent back`} <Amount bare value={row.returnable.left} />
            </>
          )}
          {row.debt && (
            <>
              {' '}
              · {t`you owe`} <Amount bare value={row.debt.owed} />
            </>
          )}
        </small>
      </th>
      <td className={isCredit ? style.came : undefined}>
        {isCredit && '+'}
        <Amount bare value={row.amount} />
      </td>
      <td>
        <Amount bare value={row.balance} />
      </td>
    </tr>
  )
}

/** The page of the transaction's bet or payment. */
function linkOf({ about, kind }: Transaction): string | undefined {
  if (!about) return undefined
  if (about.type === 'bet') return `/my-bets?bet=${encodeURIComponent(about.id)}`
  const page = kind.startsWith('withdrawal') || kind.startsWith('return_') || kind === 'return' ? 'withdraw' : 'deposit'
  return `/${page}?payment=${encodeURIComponent(about.id)}`
}
