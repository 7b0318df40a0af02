import { zoneCity } from '../../parts/format.ts'
import { operatorTexts } from '@nare/contract/operator-texts'
import type { ContentPage } from '@nare/contract/pages'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { momentOf } from '../../parts/moment.ts'

type Props = {
  readonly page: ContentPage
  readonly version: number
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Publishes a version now or at a time; terms also get the version that bettors accept. */
export function PublishForm({ page, version, onDone, onClose }: Props) {
  const [at, setAt] = useState('')
  const [terms, setTerms] = useState('')
  const isTerms = page === 'terms-and-conditions'
  const from = at === '' ? undefined : momentOf(at)
  return (
    <ActionForm
      route={operatorTexts.publishText}
      title={`Publish version ${version}`}
      sentence={
        isTerms
          ? 'Once a second person has confirmed it, bettors read it and are asked to accept it. Bets stay under the terms that they were placed under.'
          : 'Bettors read it from then on, in both languages.'
      }
      action="Publish it"
      missing={isTerms && terms.trim() === '' ? 'Give the new version of the terms' : undefined}
      input={({ reason, id }) => ({
        ...{ id, page, version, reason },
        ...(from !== undefined && { from }),
        ...(isTerms && { terms_version: terms.trim() }),
      })}
      showsFault={(name) => name === 'from' || name === 'terms_version'}
      done={({ state }) => (state === 'published' ? 'It is published.' : 'It is planned.')}
      onDone={onDone}
      onClose={onClose}
    >
      {(faultOf) => (
        <>
          <Field
            label={`From, in ${zoneCity()}`}
            type="datetime-local"
            hint="Empty: now"
            value={at}
            error={faultOf('from')}
            onChange={({ target }) => setAt(target.value)}
          />
          {isTerms && (
            <Field
              label="Version of the terms"
              autoComplete="off"
              hint="As bettors see it, such as 2027-01-01"
              maxLength={20}
              value={terms}
              error={faultOf('terms_version')}
              onChange={({ target }) => setTerms(target.value)}
            />
          )}
        </>
      )}
    </ActionForm>
  )
}
