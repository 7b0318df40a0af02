import type { TicketEvidence } from '@nare/contract/console-tickets'
import { operatorResults } from '@nare/contract/operator-trading-results'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { effectText } from '../../parts/effect-text.ts'
import { EffectPreview } from '../../parts/effect-view.tsx'
import { moneyText } from '../../parts/format.ts'
import { usePreview } from '../../parts/use-preview.ts'
import { useMay } from '../../wire/me.ts'
import style from './ticket-actions.module.css'

type Form = 'voidTicket' | 'resettleTicket'
type Ticket = Pick<TicketEvidence, 'bet_id' | 'product' | 'state'>

const texts = {
  voidTicket: {
    button: 'Void',
    title: 'Declare this ticket void',
    sentence: 'The stake is paid back, less what cash-outs have closed. No result settles the ticket again.',
    action: 'Declare it void',
  },
  resettleTicket: {
    button: 'Settle again',
    title: 'Settle this ticket again',
    sentence: 'It is settled by the results that its matches have now, also if somebody declared it void.',
    action: 'Settle again',
  },
} as const

/** What a trader decides of a ticket on matches; a round that was drawn is never void. */
export function TicketActions({ ticket }: { ticket: Ticket }) {
  const [open, setOpen] = useState<Form>()
  if (!useMay()('tickets.decide') || ticket.product !== 'sports' || ticket.state === 'cashed_out') return null
  if (open) return <TicketForm key={open} form={open} ticket={ticket} onClose={() => setOpen(undefined)} />
  return (
    <div className={style.actions}>
      {(['voidTicket', 'resettleTicket'] as const).map((form) => (
        <Button key={form} look="plain" small onClick={() => setOpen(form)}>
          {texts[form].button}
        </Button>
      ))}
    </div>
  )
}

function TicketForm({ form, ticket, onClose }: { form: Form; ticket: Ticket; onClose: () => void }) {
  const route = operatorResults[form]
  const { preview, ask, isShown } = usePreview(route, { ticket_id: ticket.bet_id })
  const { title, sentence, action } = texts[form]
  return (
    <ActionForm
      route={route}
      title={title}
      sentence={preview.state === 'shown' ? effectText(preview.effect) : sentence}
      action={action}
      danger
      missing={isShown ? undefined : 'See what will happen first'}
      input={({ reason, id }) => ({ id, ticket_id: ticket.bet_id, reason })}
      done={(answer) =>
        answer.state === 'unchanged' || !('returned' in answer)
          ? 'Nothing had to change.'
          : `Done: ${moneyText(answer.returned)} returned in all.`
      }
      onClose={onClose}
    >
      <EffectPreview preview={preview} missing={undefined} onAsk={() => void ask()} />
    </ActionForm>
  )
}
