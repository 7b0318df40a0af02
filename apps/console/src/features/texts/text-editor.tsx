import { operatorTexts } from '@nare/contract/operator-texts'
import type { Answer } from '@nare/contract/route'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { TextArea } from '../../parts/text-area.tsx'

type Props = {
  readonly page: Answer<typeof operatorTexts.textVersion>['page']
  readonly from: Answer<typeof operatorTexts.textVersion>
  readonly onSaved: (version: number) => void
  readonly onClose: () => void
}

/** A new version of a page from the text of another one. Nobody reads it until it is published. */
export function TextEditor({ page, from, onSaved, onClose }: Props) {
  const [texts, setTexts] = useState({ en: from.en.source, sw: from.sw.source })
  return (
    <ActionForm
      route={operatorTexts.saveText}
      title="New version"
      sentence="It is kept as a draft: look at it, then publish it."
      action="Save the version"
      missing={texts.en === from.en.source && texts.sw === from.sw.source ? 'Change a text' : undefined}
      input={({ reason, id }) => ({ id, page, ...texts, reason })}
      showsFault={(name) => name === 'en' || name === 'sw'}
      done={({ version }) => `Version ${version} is saved. Nobody reads it yet.`}
      onDone={(outcome) => {
        if (outcome.state === 'done') onSaved(outcome.answer.version)
      }}
      onClose={onClose}
    >
      {(faultOf) =>
        (['en', 'sw'] as const).map((lang) => (
          <TextArea
            key={lang}
            label={lang === 'en' ? 'English, Markdown' : 'Swahili, Markdown'}
            rows={14}
            lang={lang}
            maxLength={60_000}
            value={texts[lang]}
            error={faultOf(lang)}
            data-first={lang === 'en' || undefined}
            onChange={(text) => setTexts({ ...texts, [lang]: text })}
          />
        ))
      }
    </ActionForm>
  )
}
