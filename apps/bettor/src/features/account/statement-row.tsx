import { Trans, useLingui } from '@lingui/react/macro'
import type { Transaction } from '@nare/contract/ledger'
import { Amount } from '@nare/ui/amount'
import { kickoff } from '@nare/ui/format'
import { Link } from 'wouter'
import style from './account.module.css'
import { useKindText } from './kinds.ts'

/** One movement: what it was, a way to its bet or payment, when, the amount with its sign, and the balance after it. */
export function StatementRow({ row }: { row: Transaction }) {
  const { i18n } = useLingui()
  const kindText = useKindText()
  const to = addressOf(row)
  const came = Number(row.amount) > 0
  return (
    <tr>
      <th scope="row">
        {to ? <Link href={to}>{kindText(row.kind)}</Link> : kindText(row.kind)}
        <small>
          {kickoff(row.at, i18n.locale)}
          {row.about?.type === 'bet' && <> · #{row.about.id}</>}
          {row.tax && (
            <>
              {' '}
              · <Trans>tax</Trans> <Amount bare value={row.tax} />
            </>
          )}
          {row.returnable && (
            <>
              {' '}
              · <Trans>to send back</Trans> <Amount bare value={row.returnable.left} />
            </>
          )}
          {row.debt && (
            <>
              {' '}
              · <Trans>you owe</Trans> <Amount bare value={row.debt.owed} />
            </>
          )}
        </small>
      </th>
      <td className={came ? style.came : undefined}>
        {came && '+'}
        <Amount bare value={row.amount} />
      </td>
      <td>
        <Amount bare value={row.balance} />
      </td>
    </tr>
  )
}

/** The page on which a movement's bet or payment stands. */
function addressOf({ about, kind }: Transaction): string | undefined {
  if (!about) return undefined
  if (about.type === 'bet') return `/my-bets?bet=${encodeURIComponent(about.id)}`
  const page = kind.startsWith('withdrawal') || kind.startsWith('return_') || kind === 'return' ? 'withdraw' : 'deposit'
  return `/${page}?payment=${encodeURIComponent(about.id)}`
}
