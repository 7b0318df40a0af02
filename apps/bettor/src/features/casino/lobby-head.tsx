import { useLingui } from '@lingui/react/macro'
import type { CasinoShelf } from '@nare/contract/casino'
import { Icon } from '@nare/ui/icon'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useCategoryName } from './category-name.tsx'
import { addressOf, houseProvider, type Place } from './shelves.ts'
import style from './casino.module.css'

type Shelves = { types: CasinoShelf[]; providers: CasinoShelf[] } | undefined
type HeadProps = { place: Place; shelves: Shelves; signedIn: boolean }

/** Whether the lobby is as it opens: what is chosen there is a step of its own, and Back leads here from everything chosen after it. */
const isFront = (place: Place): boolean => addressOf(place) === addressOf({})

const searchAfterMs = 250
const lettersMin = 2

/** Chips for the categories and the bettor's own lists, the search for games, and the choice of provider and order. */
export function LobbyHead({ place, shelves, signedIn }: HeadProps) {
  const { t } = useLingui()
  const name = useCategoryName(shelves?.types)
  const ours = shelves?.providers.find(({ id }) => id === houseProvider)
  const chips: { key: string; href: string; text: string; isCurrent: boolean; star?: true; count?: number }[] = [
    { key: 'all', href: '/casino', text: t`All`, isCurrent: place.show === 'all' && place.q === '' },
    ...(ours
      ? [
          {
            key: 'ours',
            href: addressOf({ provider: houseProvider }),
            text: t`Ours`,
            isCurrent: place.provider === houseProvider && place.category === undefined,
            count: ours.games,
          },
        ]
      : []),
    ...(signedIn
      ? [
          { key: 'recent', href: addressOf({ show: 'recent' }), text: t`Recent`, isCurrent: place.show === 'recent' },
          {
            key: 'favourites',
            href: addressOf({ show: 'favourites' }),
            text: t`Favourites`,
            isCurrent: place.show === 'favourites',
            star: true as const,
          },
        ]
      : []),
    ...(shelves?.types ?? []).map(({ id, games }) => ({
      key: `of ${id}`,
      href: addressOf({ category: id }),
      text: name(id),
      isCurrent: place.category === id,
      count: games,
    })),
  ]
  return (
    <header className={style.head}>
      <nav className={style.chips} aria-label={t`Categories`}>
        {chips.map(({ key, href, text, isCurrent, star, count }) => (
          <Link
            key={key}
            href={href}
            aria-label={star ? text : undefined}
            aria-current={isCurrent ? 'page' : undefined}
            replace={!isFront(place)}
          >
            {star ? <Icon name="star" size={16} /> : text}
            {count !== undefined && <small className="num"> {count}</small>}
          </Link>
        ))}
      </nav>
      <div className={style.tools}>
        <Search place={place} />
        <Choices place={place} shelves={shelves} />
      </div>
    </header>
  )
}

function Search({ place }: { place: Place }) {
  const { t } = useLingui()
  const [, go] = useLocation()
  const [typed, type] = useState(place.q)
  const [shown, setShown] = useState(place.q)
  // The address was changed otherwise, for example by Back.
  if (shown !== place.q) {
    setShown(place.q)
    if (typed.trim() !== place.q) type(place.q)
  }
  const search = useEffectEvent(() => {
    const text = typed.trim()
    const q = text.length >= lettersMin ? text : ''
    if (q !== place.q) go(addressOf({ ...place, q }), { replace: !isFront(place) })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(), searchAfterMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <label className={style.search}>
      <Icon name="search" size={18} />
      <span className="unseen">{t`Search games`}</span>
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={80}
        placeholder={t`Search games`}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </label>
  )
}

function Choices({ place, shelves }: { place: Place; shelves: Shelves }) {
  const { t } = useLingui()
  const [, go] = useLocation()
  const change = (fields: Partial<Place>): void => {
    const { category, provider, sort, q } = place
    go(addressOf({ ...(category && { category }), ...(provider && { provider }), sort, q, ...fields }), {
      replace: !isFront(place),
    })
  }
  return (
    <>
      <select
        aria-label={t`Provider`}
        value={place.provider ?? ''}
        onChange={({ target }) => change({ provider: target.value })}
      >
        <option value="">{t`Providers`}</option>
        {shelves?.providers.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === houseProvider ? t`Ours` : name}
          </option>
        ))}
      </select>
      <select
        aria-label={t`Order`}
        value={place.sort}
        onChange={({ target }) => change({ sort: target.value as Place['sort'] })}
      >
        <option value="popular">{t`Popular`}</option>
        <option value="name">{t`A to Z`}</option>
        <option value="new">{t`New first`}</option>
      </select>
    </>
  )
}
