import { useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { isoDay } from '@nare/ui/format'
import { Table } from '@nare/ui/table'
import { serverNow } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import { taxOf, taxPercent, withdrawalOf } from '../../tax/tax.ts'
import style from './content.module.css'

const example = '1000.00'

/** Today's taxes on a deposit and a withdrawal of 1,000, computed by the server's formulas. */
export function TaxExample() {
  const { t } = useLingui()
  const taxes = useApp(({ data }) => data.app_config?.taxes)
  if (!taxes) return null
  const today = isoDay(serverNow())
  const paidIn = taxOf(example, taxPercent(taxes, 'deposit', today))
  const paidOut = withdrawalOf(example, taxPercent(taxes, 'withdrawal', today))
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
        <tr>
          <td>
            {t`Deposit`} <Amount value={example} />
          </td>
          <td>
            <Amount value={paidIn?.tax} />
          </td>
          <td>
            <Amount value={paidIn?.net} />
          </td>
        </tr>
        <tr>
          <td>
            {t`Withdraw`} <Amount value={example} />
          </td>
          <td>
            <Amount value={paidOut?.tax} />
          </td>
          <td>
            <Amount value={paidOut?.net} />
          </td>
        </tr>
      </tbody>
    </Table>
  )
}
