import { walletNames } from '@nare/contract/wallets'
import { centsOf, textOf } from '../../parts/cents.ts'
import { Signed } from '../../parts/amounts.tsx'
import { amountText, durationText } from '../../parts/format.ts'
import { useNow } from '../../parts/use-now.ts'
import type { Today } from './queues.ts'
import style from './payments-table.module.css'

/** The deposits and withdrawals, and the money at each provider with the age of what it said. */
export function PaymentsTable({
  payments: { deposits, withdrawals, float },
  when,
}: {
  payments: Today['payments']
  when: string
}) {
  const nowMs = useNow()
  return (
    <section className={style.payments} aria-labelledby="mobile-money">
      <h2 id="mobile-money">Mobile money {when}</h2>
      <dl>
        <div>
          <dt>In</dt>
          <dd>{amountText(deposits)}</dd>
        </div>
        <div>
          <dt>Out</dt>
          <dd>{amountText(withdrawals)}</dd>
        </div>
        <div>
          <dt>Net</dt>
          <dd>
            <Signed amount={textOf(centsOf(deposits) - centsOf(withdrawals))} />
          </dd>
        </div>
        {float.map(({ provider, balance, at }) => (
          <div key={provider}>
            <dt>Float of {walletNames[provider]}</dt>
            <dd>
              <b>{amountText(balance)}</b>
              <span className="t3">
                {at === null ? ' not told yet' : ` ${durationText((nowMs - Date.parse(at)) / 1000)} old`}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
