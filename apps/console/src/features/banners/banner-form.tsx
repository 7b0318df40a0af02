import { zoneCity } from '../../parts/format.ts'
import { bannerAudiences, operatorBanners } from '@nare/contract/operator-banners'
import { Field } from '@nare/ui/field'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionForm, type FaultOf } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { Empty } from '../../parts/controls.tsx'
import { FieldLine, FormPage } from '../../parts/form-page.tsx'
import { momentOf } from '../../parts/moment.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { useMay } from '../../wire/me.ts'

const languages = ['both', 'en', 'sw'] as const
const empty = {
  ...{
    title_en: '',
    title_sw: '',
    body_en: '',
    body_sw: '',
    link: '',
    starts_at: '',
    ends_at: '',
    place: '50',
    approval: '',
  },
  audience: 'all' as (typeof bannerAudiences)[number],
  lang: 'both' as (typeof languages)[number],
  picture: '',
}
type Typed = typeof empty
type TextName = Exclude<keyof Typed, 'audience' | 'lang' | 'picture'>
const shown = [
  'title.en',
  'title.sw',
  'body.en',
  'body.sw',
  'link',
  'starts_at',
  'ends_at',
  'place',
  'approval',
  'picture',
]

/** The form that adds a banner. */
export function BannerForm() {
  const mayManage = useMay()('marketing.manage')
  const navigate = useNavigate()
  const [typed, setTyped] = useState(empty)
  if (!mayManage) return <Empty>You may not add banners.</Empty>
  return (
    <FormPage title="New banner" about="Shown on the first page between its times">
      <ActionForm
        route={operatorBanners.addBanner}
        title="Add a banner"
        sentence="Nobody to whom nothing may be promoted sees it. It carries its approval, the licence and the help line."
        action="Add it"
        missing={typed.starts_at === '' || typed.ends_at === '' ? 'Give its times' : undefined}
        input={(given) => inputOf(typed, given)}
        showsFault={(name) => shown.includes(name)}
        done={({ banner_id, state }) => (
          <>
            {state === 'waiting' ? 'It waits for another person.' : 'Added.'}{' '}
            <PageLink page={`/house/banners?id=${banner_id}`}>Open it</PageLink>
          </>
        )}
        onClose={() => void navigate({ to: '/house/banners' })}
      >
        {(faultOf) => <Fields typed={typed} onChange={setTyped} faultOf={faultOf} />}
      </ActionForm>
    </FormPage>
  )
}

function inputOf(typed: Typed, { reason, id }: { reason: string; id: string }) {
  const { audience, lang, picture, link, approval } = typed
  return {
    ...{ id, reason, audience, link, approval, place: Number(typed.place) },
    title: { en: typed.title_en, sw: typed.title_sw },
    body: { en: typed.body_en, sw: typed.body_sw },
    ...(picture !== '' && { picture }),
    ...(lang !== 'both' && { lang }),
    starts_at: momentOf(typed.starts_at) ?? '',
    ends_at: momentOf(typed.ends_at) ?? '',
  }
}

type FieldsProps = { readonly typed: Typed; readonly onChange: (typed: Typed) => void; readonly faultOf: FaultOf }

function Fields({ typed, onChange, faultOf }: FieldsProps) {
  const text = (
    name: TextName,
    label: string,
    more: { of?: string; type?: string; maxLength?: number; hint?: string; 'data-first'?: true } = {},
  ) => {
    const { of = name, ...field } = more
    return (
      <Field
        label={label}
        value={typed[name]}
        autoComplete="off"
        error={faultOf(of)}
        {...field}
        onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
      />
    )
  }
  return (
    <>
      <FieldLine>
        {text('title_en', 'Title in English', { of: 'title.en', maxLength: 80, 'data-first': true })}
        {text('title_sw', 'Title in Swahili', { of: 'title.sw', maxLength: 80 })}
      </FieldLine>
      <FieldLine>
        {text('body_en', 'Text in English', { of: 'body.en', maxLength: 200 })}
        {text('body_sw', 'Text in Swahili', { of: 'body.sw', maxLength: 200 })}
      </FieldLine>
      <FieldLine>
        <ChoiceField
          label="For"
          value={typed.audience}
          options={bannerAudiences}
          onChange={(audience) => onChange({ ...typed, audience })}
        />
        <ChoiceField
          label="Language"
          value={typed.lang}
          options={languages}
          textOf={(one) => ({ both: 'Both', en: 'English only', sw: 'Swahili only' })[one]}
          onChange={(lang) => onChange({ ...typed, lang })}
        />
        {text('place', 'Place in the row, 1 to 100')}
      </FieldLine>
      <FieldLine>
        {text('starts_at', `From, in ${zoneCity()}`, { type: 'datetime-local' })}
        {text('ends_at', `Until, in ${zoneCity()}`, { type: 'datetime-local' })}
      </FieldLine>
      <FieldLine>
        {text('link', 'Opens', { hint: 'A path of this site, such as /promotions', maxLength: 200 })}
        {text('approval', 'Approval number', { hint: 'Of the advertisement', maxLength: 40 })}
      </FieldLine>
      <Field
        label="Picture"
        type="file"
        accept="image/png,image/jpeg"
        hint="PNG or JPEG, at most 400 KB, 8 to 3; without it the banner is text"
        error={faultOf('picture')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (!file) return onChange({ ...typed, picture: '' })
          void base64Of(file).then((picture) => onChange({ ...typed, picture }))
        }}
      />
    </>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCodePoint(byte)
  return btoa(text)
}
