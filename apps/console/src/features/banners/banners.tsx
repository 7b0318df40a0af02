import { bannerStates, operatorBanners, type Banner } from '@nare/contract/operator-banners'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { NewLink } from '../../parts/new-link.tsx'
import { ActionButtons, PanelName } from '../../parts/panel.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
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
  { id: 'state', head: 'State', cell: ({ state }) => labelOf(state), sort: ({ state }) => state, width: 92 },
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

function BannerPanel({ row, onClose }: { row: Banner; onClose: () => void }) {
  const mayManage = useMay()('marketing.manage')
  const [isEnding, setEnding] = useState(false)
  const { banner_id, title, body, picture } = row
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
          ...(row.ended_by === null ? [] : [['Taken away by', row.ended_by] as const]),
        ]}
      />
      {isEnding ? (
        <ActionForm
          route={operatorBanners.endBanner}
          title="Take the banner away"
          sentence="Nobody sees it from now on. This cannot be undone."
          action="Take it away"
          danger
          input={({ reason }) => ({ banner_id, reason })}
          onClose={onClose}
        />
      ) : (
        <ActionButtons
          keys={{ end: 'e' }}
          actions={mayManage && row.state !== 'over' ? ['end'] : []}
          textOf={() => 'Take away'}
          onAsk={() => setEnding(true)}
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
