import { bannerStates, operatorBanners, type Banner } from '@nare/contract/operator-banners'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts, Tag } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { NewLink } from '../../parts/new-link.tsx'
import { ActionButtons, PanelName } from '../../parts/panel.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay, useMe } from '../../wire/me.ts'
import style from './banners.module.css'

const when = (at: string): string => whenText(at, serverNow())
const languageText = (lang: Banner['lang']): string =>
  lang === null ? 'both' : lang === 'en' ? 'English only' : 'Swahili only'

/** Banners in all states, with what each shows to whom. */
export function Banners() {
  const [filters, setFilters] = useFilters<'state' | 'id'>()
  const state = bannerStates.find((one) => one === filters.state)
  return (
    <PanelList
      title="Banners"
      route={operatorBanners.banners}
      input={{ ...(state && { state }) } as never}
      columns={columns}
      rowId={({ banner_id }: Banner) => banner_id}
      panel={(row, close) => <BannerPanel row={row} onClose={close} />}
      tools={<NewLink to="/house/banners/new" name="New banner" permission="marketing.manage" />}
      filters={
        <Filters>
          <ChoiceFilter
            label="State"
            value={state}
            options={bannerStates}
            textOf={labelOf}
            onChange={(next) => setFilters({ state: next, id: undefined })}
          />
        </Filters>
      }
      empty="No banners."
    />
  )
}

const columns: readonly Column<Banner>[] = [
  { id: 'title', head: 'Banner', cell: ({ title }) => <b>{title.en}</b>, sort: ({ title }) => title.en },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => (state === 'waiting' ? <Tag tone="amber">Waits</Tag> : labelOf(state)),
    sort: ({ state }) => state,
    width: 92,
  },
  {
    id: 'audience',
    head: 'For',
    cell: ({ audience }) => labelOf(audience),
    sort: ({ audience }) => audience,
    width: 92,
    roomy: true,
  },
  {
    id: 'from',
    head: 'From',
    cell: (row) => when(row.starts_at),
    sort: (row) => row.starts_at,
    width: 110,
    wide: true,
  },
  { id: 'until', head: 'Until', cell: (row) => when(row.ends_at), sort: (row) => row.ends_at, width: 110 },
]

type Asked = 'approve' | 'end'

function BannerPanel({ row, onClose }: { row: Banner; onClose: () => void }) {
  const { name } = useMe()
  const mayManage = useMay()('marketing.manage')
  const [asked, ask] = useState<Asked>()
  const { banner_id, title, body, picture, state } = row
  const isOwn = row.by === name
  const waits = state === 'waiting'
  const possible: Asked[] = waits && !isOwn ? ['approve', 'end'] : state === 'over' ? [] : ['end']
  return (
    <>
      <PanelName>{title.en}</PanelName>
      <Facts
        rows={[
          ['State', labelOf(row.state)],
          ['For', labelOf(row.audience)],
          ['Language', languageText(row.lang)],
          ['From', when(row.starts_at)],
          ['Until', when(row.ends_at)],
          ['Opens', row.link],
          ['Place', String(row.place)],
          ['Approval', row.approval],
          ['By', row.by],
          ...(row.approved_by === null ? [] : [['Approved by', row.approved_by] as const]),
          ...(row.ended_by === null ? [] : [['Taken away by', row.ended_by] as const]),
        ]}
      />
      {waits && isOwn && <p className="t2">You added it, so another person approves it.</p>}
      {asked === undefined ? (
        <ActionButtons
          keys={{ approve: 'a', end: 'e' }}
          actions={mayManage ? possible : []}
          textOf={(one) => (one === 'approve' ? 'Approve' : waits ? 'Drop' : 'Take away')}
          onAsk={ask}
        />
      ) : (
        <ActionForm
          key={asked}
          route={asked === 'approve' ? operatorBanners.approveBanner : operatorBanners.endBanner}
          title={asked === 'approve' ? 'Approve the banner' : waits ? 'Drop the banner' : 'Take the banner away'}
          sentence={
            asked === 'approve'
              ? `It is shown until ${when(row.ends_at)}, to nobody to whom nothing may be promoted.`
              : 'Nobody sees it from now on. This cannot be undone.'
          }
          action={asked === 'approve' ? 'Approve' : waits ? 'Drop it' : 'Take it away'}
          danger={asked === 'end'}
          input={({ reason }) => ({ banner_id, reason })}
          onClose={onClose}
        />
      )}
      {(['en', 'sw'] as const).map((lang) => (
        <div key={lang} lang={lang} className={style.banner}>
          {picture && <img src={picture} alt={title[lang]} width={320} height={120} />}
          <b>{title[lang]}</b>
          {body[lang] !== '' && <p>{body[lang]}</p>}
          <small>{row.approval}</small>
        </div>
      ))}
    </>
  )
}
