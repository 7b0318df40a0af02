import type { OneAmlCase } from '@nare/contract/aml'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { Keys } from '../../parts/controls.tsx'
import { whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { serverNow } from '../../wire/browser.ts'
import { call } from '../../wire/calls.ts'
import style from './aml.module.css'

type Told = { readonly text: string; readonly lacking?: readonly string[] }

/** Saves the report as a goAML file: as it was filed, or as it is now. Says which settings it lacks. */
export function ReportFile({ of: { case_id, filed_at, state } }: { of: OneAmlCase }) {
  const [told, setTold] = useState<Told>()
  const save = async (): Promise<void> => {
    setTold({ text: 'Reading…' })
    const reply = await call(calls.amlReport, { case_id })
    if (!reply.ok) return setTold({ text: reply.error, lacking: Object.values(reply.fields ?? {}) })
    const { name, xml } = reply.body
    saveFile(name, xml, 'application/xml')
    setTold({ text: `Saved as ${name}.` })
  }
  useKeys([{ keys: ['f'], label: 'report file', press: () => void save() }])
  return (
    <section className={style.report} aria-label="Report">
      <Button look="soft" small onClick={() => void save()}>
        Report file (goAML) <Keys names={['f']} />
      </Button>
      <p className="t3">
        {filed_at !== null
          ? `As it was filed, ${whenText(filed_at, serverNow())}.`
          : state === 'open'
            ? 'As it would be now. It holds whole phone numbers.'
            : 'No file was kept: it is as it would be now.'}
      </p>
      <output>
        {told?.text}
        {told?.lacking && told.lacking.length > 0 && (
          <>
            <ul>
              {told.lacking.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <PageLink page="/house/aml/rules">What a report says</PageLink>
          </>
        )}
      </output>
    </section>
  )
}
