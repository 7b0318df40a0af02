import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { Keys } from '../../../parts/controls.tsx'
import { useKeys } from '../../../parts/keys.ts'
import { closeForms } from '../../../parts/open-form.ts'
import { useMay } from '../../../wire/me.ts'
import { DelayForm } from './delay-form.tsx'
import { ResultForm, type FormMatch } from './result-form.tsx'
import { VoidForm, type FormLine } from './void-form.tsx'
import style from './results.module.css'

const forms = ['result', 'void', 'delay'] as const
type Form = (typeof forms)[number]
const labels: Readonly<Record<Form, string>> = { result: 'Result', void: 'Void', delay: 'Live delay' }
const keys: Readonly<Record<Form, string>> = { result: 'r', void: 'v', delay: 'd' }

/** What people decide of a match, each behind its button and its key. */
export function MatchDecisions({ match, lines }: { match: FormMatch; lines: readonly FormLine[] }) {
  const may = useMay()
  const [open, setOpen] = useState<Form>()
  const close = (): void => setOpen(undefined)
  const show = (form: Form): void => {
    if (closeForms()) setOpen(form)
  }
  const allowed = forms.filter((form) => may(form === 'delay' ? 'trading.act' : 'trading.result'))
  useKeys(
    allowed.map((form) => ({
      keys: [keys[form]],
      label: labels[form].toLowerCase(),
      press: () => show(form),
      on: open !== form,
    })),
  )
  if (open === 'result') return <ResultForm match={match} onClose={close} />
  if (open === 'void') return <VoidForm match={match} lines={lines} onClose={close} />
  if (open === 'delay') return <DelayForm match={match} onClose={close} />
  return (
    <div className={style.buttons}>
      {allowed.map((form) => (
        <Button key={form} look="soft" small onClick={() => show(form)}>
          {labels[form]} <Keys names={[keys[form]]} />
        </Button>
      ))}
    </div>
  )
}
