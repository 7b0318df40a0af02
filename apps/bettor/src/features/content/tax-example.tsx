import { Trans } from '@lingui/react/macro'
import type { Settings } from '@nare/contract/content'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { Amount } from '@nare/ui/amount'
import { isoDay } from '@nare/ui/format'
import { serverNow } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import style from './content.module.css'

const example = money(100_000n)

/** Today's taxes on a deposit and a withdrawal of 1,000, computed as the server does. */
export function TaxExample() {
  const taxes = useApp(({ data }) => data.app_config?.taxes)
  if (!taxes) return null
  const today = isoDay(serverNow())
  const into = rateOn(taxes, 'deposit', today)
  const out = rateOn(taxes, 'withdrawal', today)
  const paidIn = { tax: (example * into) / 10_000n }
  const sent = ((example * 10_000n) / (10_000n + out) / 100n) * 100n
  const withheld = (sent * out) / 10_000n
  const text = (cents: bigint): string => formatMoney(money(cents))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
    <div className={style.table} tabIndex={0} role="group" aria-labelledby="tax-example">
      <table>
        <caption id="tax-example">
          <Trans>An example with today's rates</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>You</Trans>
            </th>
            <th scope="col">
              <Trans>Tax</Trans>
            </th>
            <th scope="col">
              <Trans>What arrives</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <Trans>deposit</Trans> <Amount value={text(example)} />
            </td>
            <td>
              <Amount value={text(paidIn.tax)} />
            </td>
            <td>
              <Amount value={text(example - paidIn.tax)} />
            </td>
          </tr>
          <tr>
            <td>
              <Trans>withdraw</Trans> <Amount value={text(example)} />
            </td>
            <td>
              <Amount value={text(withheld)} />
            </td>
            <td>
              <Amount value={text(sent)} />
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** The tax rate on a day in hundredths of a percent; 0 without one. */
export function rateOn(taxes: Settings['taxes'], base: 'deposit' | 'withdrawal', day: string): bigint {
  const applicable = taxes.filter((tax) => tax.base === base && tax.from <= day)
  const latest = applicable.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)
  return parseMoney(latest?.percent ?? '0') ?? 0n
}
