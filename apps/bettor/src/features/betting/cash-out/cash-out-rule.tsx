import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { cashOut as calls, type CashOutNow } from '@nare/contract/cash-out'
import { amountText } from '@nare/contract/typed'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { useForm } from '../../../forms/use-form.ts'
import { useOnce } from '../../../forms/use-once.ts'
import { failureText } from '../../../i18n/failure-text.ts'
import { call, commandId } from '../../../state/browser.ts'
import { remainingOf, type RemainingBet } from '../../../state/bet-now.ts'
import { ruleFault } from './figures.ts'
import style from './cash-out.module.css'

type RuleProps = { bet: BetView; amount: string | undefined; onChanged: (now: CashOutNow) => void }

/** Automatic cash-out of the whole remaining bet at an amount: the current rule, or the form that sets one. */
export function CashOutRule({ bet, amount, onChanged }: RuleProps) {
  const left = remainingOf(bet)
  const rule = bet.cash_out?.rule
  if (!left) return null
  return (
    <section className={style.rule}>
      <h2>
        <Trans>Automatic cash-out</Trans>
      </h2>
      {rule ? (
        <CurrentRule bet_id={bet.bet_id} rule={rule} onChanged={onChanged} />
      ) : (
        <RuleForm bet_id={bet.bet_id} amount={amount} left={left} onChanged={onChanged} />
      )}
    </section>
  )
}

type CurrentProps = { bet_id: string; rule: string; onChanged: RuleProps['onChanged'] }

function CurrentRule({ bet_id, rule, onChanged }: CurrentProps) {
  const { i18n, t } = useLingui()
  const { busy, once } = useOnce()
  const [error, setError] = useState<string | undefined>()
  const remove = (): Promise<void> =>
    once(async () => {
      const reply = await call(calls.clearRule, { bet_id })
      setError(reply.ok ? undefined : failureText(i18n, reply))
      if (reply.ok) onChanged(reply.body.data)
    })
  return (
    <>
      <p role="status">
        <Trans>
          We cash out the whole bet as soon as it's worth <Amount value={rule} />, also while you're away.
        </Trans>
      </p>
      {error && <Notice>{error}</Notice>}
      <Button small look="soft" disabled={busy} onClick={() => void remove()}>{t`Remove`}</Button>
    </>
  )
}

type RuleFormProps = {
  bet_id: string
  amount: string | undefined
  left: RemainingBet
  onChanged: RuleProps['onChanged']
}

function RuleForm({ bet_id, amount, left, onChanged }: RuleFormProps) {
  const { t } = useLingui()
  const text = useAmountText()
  const [id, setId] = useState(commandId)
  const maximum = text(left.possible_win)
  const faultText = (typed: string): string | undefined => {
    switch (ruleFault(typed, { amount, left })) {
      case 'no_amount':
        return t`Enter an amount like 100 or 100.50`
      case 'never':
        return t`The bet can't be worth more than ${maximum}`
      case 'reached':
        return t`The bet is worth ${text(amount)} now. Enter more, or cash out now`
      case undefined:
        return undefined
    }
  }
  const form = useForm(
    async ({ amount: typed = '' }) => {
      const reply = await call(calls.setRule, { bet_id, id, amount: amountText(typed) })
      if (!reply.ok) {
        // A repeat after a missing response keeps the id; a new amount after a refusal is a new command.
        if (reply.status !== 0) setId(commandId())
        return reply
      }
      onChanged(reply.body.data)
      return undefined
    },
    ({ amount: typed = '' }) => ({ amount: faultText(amountText(typed)) }),
  )
  return (
    <>
      <p>{t`We cash out the whole bet as soon as it's worth your amount, also while you're away.`}</p>
      {form.error && <Notice>{form.error}</Notice>}
      <form onSubmit={form.submit} noValidate>
        <Field
          name="amount"
          label={t`Cash out at`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          error={form.field('amount')}
          hint={amount ? t`From above ${text(amount)} to ${maximum}` : t`Up to ${maximum}`}
          after={<Button type="submit" look="soft" disabled={form.busy}>{t`Set`}</Button>}
        />
      </form>
    </>
  )
}
