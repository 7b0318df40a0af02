import type { Route, Sent } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Keys } from './controls.tsx'
import { useKeys } from './keys.ts'
import { formOpened } from './open-form.ts'
import type { DoneAnswer, Sending } from '../wire/send.ts'
import { OutcomeText } from './outcome-text.tsx'
import { useCommand } from './use-command.ts'
import style from './action-form.module.css'

/** What the server said of a field of the input that it refused last. */
export type FaultOf = (name: string) => string | undefined

type Props<R extends Route> = {
  readonly route: R
  readonly title: string
  /** What will happen, in one sentence with the amounts. */
  readonly sentence: ReactNode
  /** The button: a verb with what it acts on. */
  readonly action: string
  readonly danger?: boolean
  /** Fields beside the reason; as a function they show what the server said of them. */
  readonly children?: ReactNode | ((faultOf: FaultOf) => ReactNode)
  /** Whether the form shows what is wrong with this field of the input beside its own field. */
  readonly showsFault?: (name: string) => boolean
  /** The input of the call; `id` is that of the command, the same until the outcome is known. */
  readonly input: (given: { reason: string; id: string }) => Sent<R>
  /** Usual reasons: 1 to 5 in the empty field writes one of them. */
  readonly reasons?: readonly string[] | undefined
  /** Why the action cannot be done yet; the button says it. */
  readonly missing?: string | undefined
  /** What is said of the answer; "Done." without it. */
  readonly done?: (answer: DoneAnswer<R>) => ReactNode
  /** Called once it is done or waits for a second person. */
  readonly onDone?: (outcome: Sending<R>) => void
  /** Called with whether the action is done or waits for a second person. */
  readonly onClose: (isOver: boolean) => void
}

const reasonMin = 3

/**
 * The form of an action: its sentence, its fields and the reason. The focus is in the field marked `data-first`, or else in the reason. The
 * button is disabled without a reason and while the command is sent. After a refusal the focus is in the first wrong field. Esc closes the form.
 */
export function ActionForm<R extends Route>({ route, input, missing, onDone, onClose, ...shown }: Props<R>) {
  const [reason, setReason] = useState('')
  // The screen says that it is over a moment after the answer: what is pressed in between would be a second command.
  const isAnswered = useRef(false)
  const command = useCommand(route, (outcome) => {
    isAnswered.current = true
    onDone?.(outcome)
  })
  const field = useRef<HTMLInputElement>(null)
  // Before the form is seen, and below before the refusal is: what is typed on sight of it must not land elsewhere.
  useLayoutEffect(() => {
    const first = field.current?.form?.querySelector<HTMLElement>('[data-first]')
    ;(first ?? field.current)?.focus()
  }, [])
  const { outcome, isSending, isUnknown } = command
  const isOver = outcome?.state === 'done' || outcome?.state === 'waiting'
  const close = (): void => onClose(isOver)
  useKeys([{ keys: ['Escape'], label: 'close', press: close }])
  const closeForAnother = useEffectEvent((): boolean => {
    if (isSending || isUnknown) return false
    close()
    return true
  })
  useEffect(() => formOpened({ close: () => closeForAnother() }), [])
  // In a panel as high as the window the buttons, and then the outcome, are otherwise below its end.
  useLayoutEffect(() => {
    const form = field.current?.form
    const wrong = outcome?.state === 'refused' ? form?.querySelector<HTMLElement>('[aria-invalid=true]') : undefined
    if (wrong) wrong.focus()
    // A page that is a form begins at its head.
    else if (form && form.offsetHeight < window.innerHeight) form.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  const faults = outcome?.state === 'refused' ? outcome.reply.fields : {}
  const faultOf: FaultOf = (name) => faults[name]
  const why = missing ?? (reason.trim().length < reasonMin ? 'Say why' : undefined)
  const choose = (text: string): void => {
    setReason(text)
    field.current?.focus()
  }
  const chooseByNumber = (event: KeyboardEvent): void => {
    const text = reason === '' ? shown.reasons?.[Number(event.key) - 1] : undefined
    if (text === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    choose(text)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (why === undefined && !isAnswered.current) void command.run((id) => input({ reason: reason.trim(), id }))
  }
  return (
    <form className={style.form} aria-label={shown.title} onSubmit={submit}>
      <h2>{shown.title}</h2>
      <p className={style.sentence}>{shown.sentence}</p>
      <fieldset disabled={isSending || isUnknown || isOver}>
        {typeof shown.children === 'function' ? shown.children(faultOf) : shown.children}
        <Field
          ref={field}
          label="Reason"
          data-reason
          value={reason}
          maxLength={500}
          autoComplete="off"
          onKeyDown={chooseByNumber}
          onChange={({ target }) => setReason(target.value)}
        />
        {shown.reasons && <Reasons reasons={shown.reasons} onChoose={choose} />}
      </fieldset>
      <OutcomeText outcome={outcome} done={shown.done ?? (() => 'Done.')} showsFault={shown.showsFault} />
      <div className={style.buttons}>
        {!isOver && (
          <Button type="submit" look={shown.danger ? 'danger' : 'primary'} disabled={isSending || why !== undefined}>
            {isSending ? 'Sending…' : isUnknown ? 'Send again' : (why ?? shown.action)}
          </Button>
        )}
        <Button look="plain" onClick={close}>
          {isOver ? 'Close' : 'Cancel'}
        </Button>
      </div>
    </form>
  )
}

/** The usual reasons, each with its number. */
function Reasons({ reasons, onChoose }: { reasons: readonly string[]; onChoose: (text: string) => void }) {
  return (
    <ol className={style.reasons} aria-label="Often said">
      {reasons.map((text, at) => (
        <li key={text}>
          <button type="button" onClick={() => onChoose(text)}>
            <Keys names={[String(at + 1)]} /> {text.replace(/: $/, '')}
          </button>
        </li>
      ))}
    </ol>
  )
}
