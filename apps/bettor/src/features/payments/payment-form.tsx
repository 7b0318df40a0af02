import { useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { fieldText } from '../../forms/field-text.ts'
import { showRefusal } from '../../forms/show-refusal.ts'
import { useAmount } from '../../forms/use-amount.ts'
import { loadWithMessages } from '../../i18n/locale.ts'
import { loadChunk } from '../../loading/chunk.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { Lines } from './lines.tsx'
import { ProviderChoice } from './provider-choice.tsx'
import { useProvider } from './providers.ts'
import { Refusal } from './refusal.tsx'
import type { Confirmed, Kind, SentPayment } from './send-payment.ts'
import { usePayment } from './use-payment.ts'

const ConfirmByPasskey = lazyPart(() =>
  loadWithMessages(() => loadChunk(() => import('./confirm-by-passkey.tsx')), ['payments', 'forms']).then(
    (part) => part.ConfirmByPasskey,
  ),
)

type Texts = {
  hint: string | undefined
  /** The label of the button, with the provider and the amount. */
  submit: (provider: ReturnType<typeof useProvider>['provider']) => string
  /** Shown while an earlier command is looked up. */
  checking: ReactNode
  /** Shown after a command with an unknown outcome. */
  unknown: string
}

type PaymentFormProps = {
  kind: Kind
  amount: string
  inputMode: 'numeric' | 'decimal'
  onType: (typed: string) => void
  /** A button next to the amount. */
  after: ReactNode
  /** Why the amount cannot be sent: the button shows it and is disabled. */
  fault: string | undefined
  /** The parts of an amount that can be sent, with the tax. */
  lines: Parameters<typeof Lines>[0]['rows'] | undefined
  texts: Texts
  onSent: (payment: SentPayment) => void
  /** The text of a refusal that concerns the amount; undefined for other refusals. */
  amountRefusal?: (failed: Failed) => string | undefined
  /** Handles a refusal instead of the form; returns false to let the form show it. */
  onRefused?: (failed: Failed) => boolean
  children?: ReactNode
  /** The content below the button; `unknown` while the outcome of an earlier payment is unclear. */
  below?: (unknown: boolean) => ReactNode
}

/** The form of a deposit or a withdrawal: provider, amount, tax lines, and a button that sends the payment once. */
export function PaymentForm(props: PaymentFormProps) {
  const { kind, amount, texts, lines, fault, onSent, onRefused } = props
  const { t, i18n } = useLingui()
  const [error, setError] = useState<string | undefined>()
  const [refused, setRefused] = useState<Failed | undefined>()
  const form = useRef<HTMLFormElement>(null)
  const { provider, offered, choose } = useProvider()
  const { stage, unknown, pay } = usePayment(kind, onSent)
  useEffect(() => {
    if (form.current && (error !== undefined || refused)) showRefusal(form.current)
  }, [error, refused])

  const field = useAmount(amount, (typed) => {
    props.onType(typed)
    setError(undefined)
  })
  const send = async (confirmed?: Confirmed): Promise<void> => {
    setRefused(undefined)
    setError(undefined)
    const outcome = await pay({ amount, provider, confirmed })
    if (!outcome) return
    if (outcome.is === 'done') return onSent(outcome.value)
    if (outcome.is === 'unknown') return setError(texts.unknown)
    const { failed } = outcome
    if (onRefused?.(failed)) return
    const amountError = props.amountRefusal?.(failed) ?? fieldText(i18n, failed, 'amount')
    if (amountError !== undefined) return setError(amountError)
    setRefused(failed)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <ProviderChoice offered={offered} value={provider} onPick={choose} />
      <Field
        label={t`Amount in shillings`}
        name="amount"
        inputMode={props.inputMode}
        autoComplete="off"
        maxLength={20}
        {...field}
        error={error}
        hint={texts.hint}
        after={props.after}
      />
      {lines && <Lines rows={lines} />}
      {props.children}
      {refused && refused.code !== 'confirm_first' && <Refusal failed={refused} />}
      {stage === 'checking' && <Notice tone="info">{texts.checking}</Notice>}
      {refused?.code === 'confirm_first' && fault === undefined ? (
        <ConfirmByPasskey amount={amount} failed={refused} onConfirmed={(confirmed) => void send(confirmed)} />
      ) : (
        <Button type="submit" wide disabled={stage !== 'idle' || fault !== undefined}>
          {stage === 'checking' ? t`Checking…` : stage === 'sending' ? t`Sending…` : (fault ?? texts.submit(provider))}
        </Button>
      )}
      {props.below?.(unknown)}
    </form>
  )
}
