import type { ComponentType } from 'react'
import {
  BreakForm,
  ExcludeForm,
  LimitForm,
  LockForm,
  MessageForm,
  NoteForm,
  StakePercentForm,
} from '../../parts/measure-forms.tsx'
import { CaseForm, CloseForm, IdentityForm, SessionsForm, type FormProps } from './action-forms.tsx'
import type { ActionName } from './actions.ts'
import { BonusForm, CorrectForm, NumberForm } from './money-forms.tsx'

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
