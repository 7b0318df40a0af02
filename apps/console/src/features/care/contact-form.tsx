import { operatorCare as care, contactChannels, contactMeasures } from '@nare/contract/care'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { queries } from '../../wire/use-read.ts'

type Props = {
  readonly bettorId: string
  readonly markerId?: string | undefined
  /** The contact whose follow-up this is. */
  readonly follows?: string
  readonly onClose: () => void
}

/** Writes down what was said to a bettor and what was done. */
export function ContactForm({ bettorId, markerId, follows, onClose }: Props) {
  const [channel, setChannel] = useState<(typeof contactChannels)[number]>('phone')
  const [measure, setMeasure] = useState<(typeof contactMeasures)[number]>('none')
  const [said, setSaid] = useState('')
  const [day, setDay] = useState('')
  return (
    <ActionForm
      route={care.addContact}
      title={`Contact with B-${bettorId}`}
      sentence="It stays with your name and cannot be changed. Messages, limits, breaks and exclusions are made beside it, at the marker or on the page of the bettor."
      action="Keep the contact"
      missing={said.trim().length < 3 ? 'Write what was said' : undefined}
      input={({ reason, id }) => ({
        id,
        bettor_id: bettorId,
        ...(markerId !== undefined && { marker_id: markerId }),
        ...(follows !== undefined && { follows }),
        ...{ channel, measure, said: said.trim(), reason },
        ...(day !== '' && { follow_up_on: day }),
      })}
      done={({ data }) => (data.follow_up_on === null ? 'Kept.' : `Kept. It comes back on ${data.follow_up_on}.`)}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: [care.careMarkers.path] })
        void queries.invalidateQueries({ queryKey: [care.contacts.path] })
      }}
      onClose={onClose}
    >
      <TextField label="What was said" value={said} maxLength={2000} onChange={setSaid} data-first />
      <ChoiceField label="By" value={channel} options={contactChannels} onChange={setChannel} />
      <ChoiceField
        label="Measure"
        value={measure}
        options={contactMeasures}
        textOf={(one) => measureTexts[one]}
        onChange={setMeasure}
      />
      <TextField label="Again on (YYYY-MM-DD, or nothing)" value={day} maxLength={10} onChange={setDay} />
    </ActionForm>
  )
}

export const measureTexts: Readonly<Record<(typeof contactMeasures)[number], string>> = {
  none: 'None',
  message: 'Message',
  limit: 'Limit',
  break: 'Break',
  exclusion: 'Exclusion',
  referral: 'Referral to help',
}
