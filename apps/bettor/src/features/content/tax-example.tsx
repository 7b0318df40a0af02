import { useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { isoDay } from '@nare/ui/format'
import { Table } from '@nare/ui/table'
import type { ReactNode } from 'react'
import { serverNow } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import { isTaxed, taxOf, taxPercent, withdrawalOf, type TaxPreview } from '../../tax/tax.ts'
import { winTaxPreview } from '../../tax/win-tax.ts'
import style from './content.module.css'

const example = '1000.00'
const won = '5000.00'

/** Today's taxes on a deposit and a withdrawal of 1,000 and on a win of 5,000, as far as there are any, computed by the server's formulas. */
export function TaxExample() {
  const { t } = useLingui()
  const taxes = useApp(({ data }) => data.app_config?.taxes)
  if (!taxes) return null
  const today = isoDay(serverNow())
  const [paidIn, paidOut] = [taxPercent(taxes, 'deposit', today), taxPercent(taxes, 'withdrawal', today)]
  const win = winTaxPreview(taxes, [{ stake: example, win: won }], { day: today, product: 'sports' })
  const row = (name: string, amount: ReactNode, of: TaxPreview | undefined) => (
    <tr key={name}>
      <td>
        {name} {amount}
      </td>
      <td>
        <Amount value={of?.tax} />
      </td>
      <td>
        <Amount value={of?.net} />
      </td>
    </tr>
  )
  return (
    <Table
      className={style.table}
      caption={t`An example with today's rates`}
      scrollerLabel={t`An example with today's rates`}
    >
      <thead>
        <tr>
          <th scope="col">{t`Amount`}</th>
          <th scope="col">{t`Tax`}</th>
          <th scope="col">{t`You get`}</th>
        </tr>
      </thead>
      <tbody>
        {isTaxed(paidIn) && row(t`Deposit`, <Amount value={example} />, taxOf(example, paidIn))}
        {isTaxed(paidOut) && row(t`Withdraw`, <Amount value={example} />, withdrawalOf(example, paidOut))}
        {win && row(t`Stake 1,000, win`, <Amount value={won} />, { tax: win.amount, net: win.paid })}
      </tbody>
    </Table>
  )
}
