import { useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { ChipRow } from '@nare/ui/chip-row'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Busy } from '../../loading/busy.tsx'
import { loadWithMessages } from '../../i18n/locale.ts'
import { loadChunk } from '../../loading/chunk.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { stored } from '../../state/browser.ts'
import { data } from '../../state/data.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useMedia } from '../../state/use-media.ts'
import { useRead } from '../../state/use-read.ts'
import { nextGoal } from './listed-market.ts'
import { loadWide } from './match-row.tsx'
import { MatchList, perPage, type Filter } from './match-list.tsx'
import { SportChips } from './sport-chips.tsx'
import { sorts, whens } from './sorts.ts'
import { soccer } from './soccer.ts'
import { useWideMarkets } from './use-wide-markets.ts'
import style from './home.module.css'

const FrontFoot = lazyPart(() => loadChunk(() => import('./front-foot.tsx')).then((foot) => foot.FrontFoot), {
  loading: <Busy />,
  failed: null,
})

/** The parts have their heights before they load. */
const loadParts = () => loadWithMessages(() => import('./front/home-parts.ts'), ['catalog'])
const WhenRow = lazyPart(() => loadParts().then((parts) => parts.WhenRow), { loading: <div className={style.when} /> })
const PromoStrip = lazyPart(() => loadParts().then((parts) => parts.PromoStrip), {
  loading: <div className={style.strip} />,
  failed: null,
})
const BigMatch = lazyPart(() => loadParts().then((parts) => parts.BigMatch), {
  loading: <div className={style.card} />,
  failed: null,
})
const Hero = lazyPart(() => loadWide().then((wide) => wide.Hero), {
  loading: <div className={style.hero} />,
  failed: null,
})
const loadLive = () => loadWithMessages(() => import('./live/live-part.ts'), ['live'])
const LiveHead = lazyPart(() => loadLive().then((live) => live.LiveHead), { loading: <div className={style.head} /> })
const LiveFoot = lazyPart(() => loadLive().then((live) => live.LiveFoot), { loading: <Busy />, failed: null })
const NextKickOffs = lazyPart(() => loadLive().then((live) => live.NextKickOffs), { loading: <Skeleton /> })
const FollowedList = lazyPart(() => loadLive().then((live) => live.FollowedList), { loading: <Skeleton /> })

const isDay = /^\d{4}-\d\d-\d\d$/

/** The front page: matches by league and day, or live matches with ?when=live. All filters are in the URL. */
export function Home() {
  const { t } = useLingui()
  const guest = useApp(({ auth }) => !auth.isLoggedIn)
  const { sport, when, date, sort, market, followed, change, pickSport } = useFilters()
  const markets = useMarkets(sport, market)
  const live = when === 'live'
  const [stripAway] = useState(() => stored.read('strip-away') === true)
  const further = markets.filter((id) => id !== '1').join(',')
  const filter: Filter = { sport_id: sport, when, ...(date && { date }), sort, ...(further && { markets: further }) }
  const { body } = useRead(catalog.matches, { ...filter, page: 1, limit: perPage })
  const listed = live ? body?.meta.total : undefined
  const List = live && (followed || stored.read('followed-first') === true) ? FollowedList : MatchList
  const front = when === 'highlights' && !date
  const isWide = useMedia('(min-width: 75em)')
  return (
    <>
      <h1 className="unseen">{live ? t`Live betting` : t`Today's matches`}</h1>
      {live ? (
        <LiveHead
          sport={sport}
          matches={body?.data}
          listed={listed}
          followed={followed}
          onSport={pickSport}
          onFollowed={(only) => change({ only: only ? 'followed' : undefined })}
        />
      ) : (
        <>
          {isWide ? front && sport === soccer && <Hero matches={body?.data} /> : !stripAway && <PromoStrip />}
          <SportChips value={sport} onPick={pickSport} />
          <WhenRow
            sport={sport}
            value={date ?? when}
            sort={sort}
            onWhen={(value) =>
              change(isDay.test(value) ? { date: value, when: undefined } : { date: undefined, when: value })
            }
            onSort={(value) => change({ sort: value })}
          />
        </>
      )}
      {!isWide && front && guest && sport === soccer && <BigMatch matches={body?.data} />}
      <List
        key={JSON.stringify({ ...filter, followed })}
        filter={filter}
        followed={followed}
        markets={markets}
        lead={sport === soccer && <MarketRow live={live} value={market} onPick={(id) => change({ sub_type_id: id })} />}
        empty={live && <NextKickOffs sport={sport} markets={markets} />}
      />
      {live && <LiveFoot sport={sport} markets={markets} filter={filter} />}
      {front && <FrontFoot sport={sport} />}
    </>
  )
}

const defaults: Readonly<Record<string, string>> = { when: 'highlights', sort: 'top', sub_type_id: '1' }

/** The filters of the URL. Default values are not in the URL. Changing the sport resets the market to the main market of the new sport. */
function useFilters() {
  const [query, setQuery] = useSearchParams()
  const send = useSend()
  const day = query.get('date') ?? ''
  const date = isDay.test(day) ? day : undefined
  const when = whens.find((known) => known === query.get('when')) ?? 'highlights'
  const link = useApp(({ data: { live_link, active_sport_link } }) =>
    String(when === 'live' ? live_link : active_sport_link),
  )
  const change = (fields: Readonly<Record<string, string | undefined>>): void =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      for (const [field, value] of Object.entries(fields)) {
        if (value === undefined || value === defaults[field]) after.delete(field)
        else after.set(field, value)
      }
      return after
    })
  return {
    sport: query.get('sport_id') ?? link,
    when,
    date,
    sort: sorts.find((known) => known === query.get('sort')) ?? 'top',
    market: query.get('sub_type_id') ?? '1',
    followed: query.get('only') === 'followed',
    change,
    pickSport(id: string): void {
      send(data.actions.set({ field: when === 'live' ? 'live_link' : 'active_sport_link', value: Number(id) }))
      change({ sport_id: id, sub_type_id: undefined })
    },
  }
}

/** The markets of the rows. Soccer: the chosen market and, on wide screens, further ones. Other sports: their main market. */
function useMarkets(sport: string, market: string): readonly string[] {
  const further = useWideMarkets()
  return useMemo(
    () => (sport === soccer ? [...new Set([market, ...further, '1'])].slice(0, further.length + 1) : []),
    [sport, market, further],
  )
}

function MarketRow({ live, value, onPick }: { live: boolean; value: string; onPick: (id: string) => void }) {
  const { t } = useLingui()
  const result = { key: '1', text: '1X2' }
  const total = { key: '18', text: <abbr title={t`Over/under 2.5`}>{t`O/U`}</abbr> }
  return (
    <ChipRow
      look="plain"
      label={t`Market`}
      value={value}
      onPick={onPick}
      items={
        live
          ? [result, { key: nextGoal, text: t`Next goal` }, total]
          : [
              result,
              { key: '10', text: <abbr title={t`Double chance`}>{t`DC`}</abbr> },
              total,
              { key: '29', text: <abbr title={t`Both teams score`}>{t`GG`}</abbr> },
            ]
      }
    />
  )
}
