import type { ComponentType } from 'react'
import {
  BreakForm,
  CaseForm,
  CloseForm,
  ExcludeForm,
  IdentityForm,
  LockForm,
  MessageForm,
  NoteForm,
  SessionsForm,
  type FormProps,
} from './action-forms.tsx'
import type { ActionName } from './actions.ts'
import { BonusForm, CorrectForm, LimitForm, NumberForm, StakePercentForm } from './money-forms.tsx'

const forms: Readonly<Record<ActionName, ComponentType<FormProps>>> = {
  lock: LockForm,
  sessions: SessionsForm,
  identity: IdentityForm,
  stake: StakePercentForm,
  note: NoteForm,
  message: MessageForm,
  balance: CorrectForm,
  bonus: BonusForm,
  limits: LimitForm,
  break: BreakForm,
  exclude: ExcludeForm,
  number: NumberForm,
  case: CaseForm,
  close: CloseForm,
}

/** The form of an action. */
export function ActionOf({ name, ...props }: FormProps & { name: ActionName }) {
  const Form = forms[name]
  return <Form {...props} />
}
