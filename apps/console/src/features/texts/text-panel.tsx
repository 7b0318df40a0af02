import { operatorTexts } from '@nare/contract/operator-texts'
import type { ContentPage } from '@nare/contract/pages'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { Facts } from '../../parts/controls.tsx'
import { whenText } from '../../parts/format.ts'
import { Buttons, PanelName } from '../../parts/panel.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { PublishForm } from './publish-form.tsx'
import { TextEditor } from './text-editor.tsx'
import { TextPreview } from './text-preview.tsx'
import style from './texts.module.css'

type Props = { readonly page: ContentPage; readonly onChanged: () => void }
type Asked = 'edit' | 'publish' | 'again' | 'drop' | 'cancel'

type Planned = Answer<typeof operatorTexts.textVersions>['planned'][number]

export const versionText = (version: number): string => (version === 0 ? 'The file' : `Version ${version}`)

/** The versions of a page, one of them as bettors read it, and what can be done with it. */
export function TextPanel({ page, onChanged }: Props) {
  const { data, refetch } = useRead(operatorTexts.textVersions, { page })
  const mayManage = useMay()('marketing.manage')
  const [chosen, choose] = useState<number>()
  const [asked, ask] = useState<Asked>()
  // The version whose copy is edited: its form still says what became of it once the new version is chosen.
  const [edited, edit] = useState<Answer<typeof operatorTexts.textVersion>>()
  const [cancelled, cancel] = useState<Planned>()
  const version = chosen ?? data?.versions[0]?.version
  const { data: shown } = useRead(
    operatorTexts.textVersion,
    { page, version: String(version ?? 0) },
    { enabled: version !== undefined },
  )
  if (!data || version === undefined) return null
  const isPublished = data.published.version === version
  const isDropped = (data.versions.find((one) => one.version === version)?.dropped_by ?? null) !== null
  const wasPublished = data.publications.some((one) => one.version === version && one.cancelled === null)
  const done = (): void => {
    void refetch()
    onChanged()
  }
  const isShown = shown?.version === version
  return (
    <section className={style.panel}>
      <PanelName>{isShown ? (shown.en.shown?.title ?? page) : page}</PanelName>
      <Facts
        rows={[
          ['Bettors read', versionText(data.published.version)],
          ...data.planned.map((one) => [whenText(one.from, serverNow()), versionText(one.version)] as const),
        ]}
      />
      <ChoiceField
        label="Version"
        value={String(version)}
        options={data.versions.map((one) => String(one.version))}
        textOf={(one) => labelOf(data.versions, Number(one))}
        onChange={(one) => {
          ask(undefined)
          choose(Number(one))
        }}
      />
      {mayManage && asked === undefined && isShown && (
        <Buttons>
          <Button
            small
            look="primary"
            onClick={() => {
              edit(shown)
              ask('edit')
            }}
          >
            Edit a copy
          </Button>
          {version > 0 && !isDropped && (
            <Button small onClick={() => ask('publish')}>
              Publish
            </Button>
          )}
          {version > 0 && !isDropped && !wasPublished && (
            <Button small onClick={() => ask('drop')}>
              Drop
            </Button>
          )}
          {!isPublished && (
            <Button small onClick={() => ask('again')}>
              Back to this one
            </Button>
          )}
          {data.planned.map((one) => (
            <Button
              key={one.publication_id}
              small
              onClick={() => {
                cancel(one)
                ask('cancel')
              }}
            >
              Cancel {whenText(one.from, serverNow())}
            </Button>
          ))}
        </Buttons>
      )}
      {asked === 'edit' && edited && (
        <TextEditor
          page={page}
          from={edited}
          onSaved={(made) => {
            choose(made)
            done()
          }}
          onClose={() => ask(undefined)}
        />
      )}
      {asked === 'publish' && (
        <PublishForm page={page} version={version} onDone={done} onClose={() => ask(undefined)} />
      )}
      {asked === 'again' && (
        <ActionForm
          route={operatorTexts.saveText}
          title="Back to this version"
          sentence={`A new version with the texts of ${versionText(version).toLowerCase()} is made. Publish it then.`}
          action="Make the version"
          input={({ reason, id }) => ({ id, page, of_version: version, reason })}
          done={(made) => `Version ${made.version} is made. Nobody reads it yet.`}
          onDone={(outcome) => {
            if (outcome.state === 'done') choose(undefined)
            done()
          }}
          onClose={() => ask(undefined)}
        />
      )}
      {asked === 'drop' && (
        <ActionForm
          route={operatorTexts.dropText}
          title={`Drop version ${version}`}
          sentence="It waits no more and is never published. Its texts stay here."
          action="Drop it"
          danger
          input={({ reason }) => ({ page, version, reason })}
          onDone={done}
          onClose={() => ask(undefined)}
        />
      )}
      {asked === 'cancel' && cancelled && (
        <ActionForm
          route={operatorTexts.cancelText}
          title={`Cancel the publication of ${whenText(cancelled.from, serverNow())}`}
          sentence={
            page === 'terms-and-conditions'
              ? `Once a second person has confirmed it, ${versionText(cancelled.version).toLowerCase()} does not become the terms, and nobody is asked to accept it.`
              : `${versionText(cancelled.version)} is not published then. Bettors go on reading what they read.`
          }
          action="Cancel it"
          danger
          input={({ reason, id }) => ({ id, page, publication_id: cancelled.publication_id, reason })}
          done={() => 'It is cancelled.'}
          onDone={done}
          onClose={() => ask(undefined)}
        />
      )}
      {asked !== 'edit' && isShown && <TextPreview of={shown} />}
    </section>
  )
}

type Version = Pick<
  Answer<typeof operatorTexts.textVersions>['versions'][number],
  'version' | 'by' | 'of_version' | 'dropped_by'
>

function labelOf(versions: readonly Version[], version: number): string {
  const found = versions.find((one) => one.version === version)
  const copied =
    found?.of_version === null || found?.of_version === undefined
      ? ''
      : `, as ${versionText(found.of_version).toLowerCase()}`
  return `${versionText(version)}${copied}${found?.by ? `, ${found.by}` : ''}${found?.dropped_by ? ', dropped' : ''}`
}
