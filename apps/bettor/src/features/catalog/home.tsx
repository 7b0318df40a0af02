import { Trans, useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { Chips } from '@nare/ui/button'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useLive } from '@nare/client/use-live'
import { Icon } from '@nare/ui/icon'
import { useFeature } from '../../state/use-feature.ts'
import { useLite } from '../../preferences/use-lite.ts'
import { loadWithMessages } from '../../i18n/locale.ts'
import { loadChunk } from '../../loading/chunk.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { stored } from '../../state/browser.ts'
import { data } from '../../state/data.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { MatchList, type Filter } from './match-list.tsx'
import { SportChips } from './sport-chips.tsx'
import style from './home.module.css'

const Banners = lazyPart(() => loadChunk(() => import('./banners.tsx')).then((banners) => banners.Banners), {
  failed: null,
})

const LiveChoice = lazyPart(
  () => loadWithMessages(() => import('./followed-live.tsx'), ['catalog']).then((live) => live.LiveChoice),
  { loading: <div className={style.choice} /> },
)
const FollowedList = lazyPart(
  () => loadWithMessages(() => import('./followed-live.tsx'), ['catalog']).then((live) => live.FollowedList),
  { loading: <Skeleton /> },
)

const whens = ['highlights', 'today', 'upcoming', 'live'] as const
const sorts = ['top', 'league', 'time'] as const
const soccer = '79'

/** The front page: today's matches by league, or live matches with ?when=live. All filters are in the URL. */
export function Home() {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const when = whens.find((each) => each === query.get('when')) ?? 'highlights'
  const sort = sorts.find((each) => each === query.get('sort')) ?? 'top'
  const send = useSend()
  const lite = useLite()
  const link = useApp(({ data: { live_link, active_sport_link } }) =>
    String(when === 'live' ? live_link : active_sport_link),
  )
  const sport = query.get('sport_id') ?? link
  const market = query.get('sub_type_id') ?? (sport === soccer ? '1' : undefined)
  const change = (field: string, value: string | undefined): void =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (value === undefined) after.delete(field)
      else after.set(field, value)
      if (field === 'sport_id') after.delete('sub_type_id')
      return after
    })
  const followed = when === 'live' && query.get('only') === 'followed'
  const filter: Filter = { sport_id: sport, when, sort, ...(market && { sub_type_id: market }) }
  return (
    <>
      <h1 className="unseen">{when === 'live' ? t`Live betting` : t`Today's matches`}</h1>
      <Strip />
      <SportChips
        value={sport}
        live={when === 'live'}
        onPick={(id) => {
          send(data.actions.set({ field: when === 'live' ? 'live_link' : 'active_sport_link', value: Number(id) }))
          change('sport_id', id)
        }}
      />
      <div className={style.tools}>
        <Chips
          label={t`When`}
          value={when}
          onPick={(key) => change('when', key === 'highlights' ? undefined : key)}
          items={[
            { key: 'highlights', text: t`Highlights` },
            { key: 'live', text: t`Live` },
            { key: 'today', text: t`Today` },
            { key: 'upcoming', text: t`Upcoming` },
          ]}
        />
        <span className={style.selects}>
          <select
            aria-label={t`Order`}
            value={sort}
            onChange={(event) => change('sort', event.target.value === 'top' ? undefined : event.target.value)}
          >
            <option value="top">{t`Top`}</option>
            <option value="league">{t`Leagues`}</option>
            <option value="time">{t`Time`}</option>
          </select>
          {sport === soccer && (
            <select
              aria-label={t`Market`}
              value={market}
              onChange={(event) => change('sub_type_id', event.target.value === '1' ? undefined : event.target.value)}
            >
              <option value="1">1X2</option>
              <option value="10">{t`Double chance`}</option>
              <option value="18">{t`Over/under 2.5`}</option>
              <option value="29">{t`Both teams score`}</option>
            </select>
          )}
        </span>
      </div>
      {when === 'live' && (
        <>
          <LiveChoice followed={followed} onPick={(only) => change('only', only ? 'followed' : undefined)} />
          <NewLive sport={sport} filter={filter} />
        </>
      )}
      {followed ? (
        <FollowedList key={JSON.stringify(filter)} filter={filter} />
      ) : (
        <MatchList key={JSON.stringify(filter)} filter={filter} />
      )}
      {!lite && when === 'highlights' && <Banners />}
    </>
  )
}

const stripRestMs = 7 * 86_400_000

/** A one-line promotion. Its box is reserved before the settings arrive; once dismissed it stays hidden for a week. */
function Strip() {
  const { t } = useLingui()
  const [dismissed, setDismissed] = useState(() => stored.read('strip-away') === true)
  const jackpot = useFeature('jackpot')
  const league = useFeature('league')
  const boost = useApp(({ data: { app_config } }) => app_config?.boost.table.at(-1))
  const [percent, legs] = [boost?.percent ?? 0, boost?.legs ?? 0]
  if (dismissed) return null
  return (
    <div className={style.strip} data-screen>
      <Link href={jackpot ? '/jackpot' : league ? '/nare-league' : '/how-to-play'}>
        <Icon name={jackpot || league ? 'trophy' : 'bolt'} size={18} />
        <span>
          {jackpot ? (
            <Trans>Jackpots: pick every result, win the pool</Trans>
          ) : league ? (
            <Trans>Nare league: virtual football</Trans>
          ) : percent > 0 ? (
            <Trans>
              Boost to {percent}%: all {legs}+ picks must win
            </Trans>
          ) : (
            <Trans>How to play</Trans>
          )}
        </span>
        <Icon name="right" size={16} />
      </Link>
      <button
        type="button"
        aria-label={t`Dismiss`}
        onClick={() => {
          stored.write('strip-away', true, stripRestMs)
          setDismissed(true)
        }}
      >
        <Icon name="x" size={16} />
      </button>
    </div>
  )
}

/** Offers to reload the list when matches have gone live since it was read; the list never changes without a tap. */
function NewLive({ sport, filter }: { sport: string; filter: Filter }) {
  const { t } = useLingui()
  const live = useLive(`sport:${sport}:live`)
  const { body, again } = useRead(catalog.matches, { ...filter, page: 1, limit: 50 })
  const shown = new Set(body?.data.map(({ match_id }) => match_id))
  const fresh = body && body.meta.total <= 50 ? (live?.matches.filter((id) => !shown.has(id)).length ?? 0) : 0
  if (fresh === 0) return null
  return (
    <button type="button" className={style.fresh} onClick={again}>
      {t`New live matches: ${fresh}`}
    </button>
  )
}
