import {
  messageChannels,
  messageKinds,
  messagePeopleMax,
  operatorMessages,
  type MessageEffect,
} from '@nare/contract/messages'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { Empty } from '../../parts/controls.tsx'
import { FieldLine, FormPage } from '../../parts/form-page.tsx'
import { countOf } from '../../parts/format.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { Buttons } from '../../parts/panel.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { call } from '../../wire/calls.ts'
import { useMay } from '../../wire/me.ts'
import { EffectFacts } from './effect-facts.tsx'
import { idsOf } from './ids.ts'

const kindTexts = {
  service: 'Service: money, bets, the agreement',
  security: 'Security of accounts',
  promotion: 'Promotion',
} as const
const channelTexts = { sms: 'SMS', app: 'The app', both: 'SMS and the app' } as const

/** The form that drafts a message to bettors, with what it would do and cost. */
export function MessageForm() {
  const mayManage = useMay()('marketing.manage')
  const navigate = useNavigate()
  const [kind, setKind] = useState<(typeof messageKinds)[number]>('service')
  const [channel, setChannel] = useState<(typeof messageChannels)[number]>('sms')
  const [texts, setTexts] = useState({ en: '', sw: '' })
  const [approval, setApproval] = useState('')
  const [list, setList] = useState('')
  const [seen, setSeen] = useState<{ of: string; effect: MessageEffect | null; fault?: string | undefined }>()
  if (!mayManage) return <Empty>You may not write to bettors.</Empty>
  const to = idsOf(list)
  const fields = { kind, channel, texts, to, ...(kind === 'promotion' && { approval: approval.trim() }) }
  const of = JSON.stringify(fields)
  const effect = seen?.of === of ? seen.effect : null
  const isTooLong = to.length > messagePeopleMax
  const preview = async (): Promise<void> => {
    const reply = await call(operatorMessages.draftMessage, { ...fields, preview: true, reason: 'Preview' })
    setSeen({ of, ...(reply.ok ? { effect: reply.body.effect } : { effect: null, fault: reply.error }) })
  }
  const missing = to.length === 0 ? 'Give ids of bettors' : isTooLong ? `At most ${messagePeopleMax} people` : undefined
  return (
    <FormPage title="New message" about="A draft that another person approves">
      <ActionForm
        route={operatorMessages.draftMessage}
        title="Draft a message"
        sentence={`To ${countOf(to.length, 'bettor')}, each in their language, once another person has approved it.`}
        action="Draft it"
        missing={missing ?? (effect ? undefined : 'Look at what it does first')}
        input={({ reason, id }) => ({ id, ...fields, reason })}
        showsFault={(name) => name.startsWith('texts') || name === 'approval'}
        done={({ message_id }) => (
          <>
            Drafted. Another person approves it.{' '}
            <PageLink page={`/house/messages?id=${message_id ?? ''}`}>Open it</PageLink>
          </>
        )}
        onClose={() => void navigate({ to: '/house/messages' })}
      >
        {(faultOf) => (
          <>
            <FieldLine>
              <ChoiceField
                label="Kind"
                value={kind}
                options={messageKinds}
                textOf={(one) => kindTexts[one]}
                onChange={setKind}
                data-first
              />
              <ChoiceField
                label="By"
                value={channel}
                options={messageChannels}
                textOf={(one) => channelTexts[one]}
                onChange={setChannel}
              />
              {kind === 'promotion' && (
                <Field
                  label="Approval number"
                  value={approval}
                  maxLength={40}
                  autoComplete="off"
                  error={faultOf('approval')}
                  onChange={({ target }) => setApproval(target.value)}
                />
              )}
            </FieldLine>
            <FieldLine>
              {(['en', 'sw'] as const).map((lang) => (
                <TextArea
                  key={lang}
                  label={lang === 'en' ? 'English' : 'Swahili'}
                  value={texts[lang]}
                  maxLength={480}
                  error={faultOf(`texts.${lang}`)}
                  onChange={(text) => setTexts({ ...texts, [lang]: text })}
                />
              ))}
            </FieldLine>
            <TextArea label="Ids of bettors, or a CSV whose first column has them" value={list} onChange={setList} />
            <Field
              label="From a file"
              type="file"
              accept=".csv,.txt"
              onChange={({ target }) => void target.files?.[0]?.text().then(setList)}
            />
            <Buttons>
              <Button small look="soft" disabled={missing !== undefined} onClick={() => void preview()}>
                What it does
              </Button>
            </Buttons>
            {seen?.of === of && seen.fault !== undefined && <p role="alert">{seen.fault}</p>}
            {effect && <EffectFacts effect={effect} />}
          </>
        )}
      </ActionForm>
    </FormPage>
  )
}
