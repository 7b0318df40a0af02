import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { Button } from '@nare/ui/button'
import { EmptyState } from '@nare/ui/empty-state'
import { kickoff } from '@nare/ui/format'
import { Sheet } from '@nare/ui/sheet'
import {
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useStore } from 'react-redux'
import { useLocation } from 'wouter'
import { failureText } from '../../../i18n/failure-text.ts'
import { sportName } from '../../../i18n/market-texts.ts'
import { stored } from '../../../state/browser.ts'
import { useRead } from '../../../state/use-read.ts'
import type { RootState } from '../../../state/store.ts'
import { useDayName } from '../day-name.ts'
import { teamHref } from '../follows.ts'
import style from './search.module.css'
import {
  buildSearchIndex,
  leagueNames,
  loadedMatches,
  matchNames,
  rankerFor,
  searchIndex,
  serverQuery,
  type SearchedMatch,
  type Team,
} from './match-search.ts'

const typingPauseMs = 200
const recentMax = 5
const lengthMin = 2

type Line = { key: string; title: string; note?: ReactNode; href: string; rank: number }

/** The search sheet. From two letters on it finds teams, leagues, game ids, booking codes and own bets: first in loaded matches, then on the server. */
export function Search({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const [, go] = useLocation()
  const [text, setText] = useState('')
  const trimmed = text.trim()
  const { lines, failed, loading } = useLines(trimmed)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const open = (href: string): void => {
    if (trimmed.length >= lengthMin)
      stored.write('searches', [trimmed, ...recent().filter((earlier) => earlier !== trimmed)].slice(0, recentMax))
    onClose()
    go(href)
  }
  const openFirst = (event: FormEvent): void => {
    event.preventDefault()
    if (lines[0]) open(lines[0].href)
  }
  return (
    <Sheet open tall title={t`Search`} closeLabel={t`Close`} onClose={onClose}>
      <form className={style.box} role="search" onSubmit={openFirst}>
        <input
          ref={box}
          type="search"
          aria-label={t`Team, league, game ID, code or bet ID`}
          placeholder={t`Team, league, game ID, code or bet ID`}
          value={text}
          maxLength={80}
          onChange={(event) => setText(event.target.value)}
          data-stop
          onKeyDown={moveFocus}
        />
      </form>
      <div className={style.found} aria-busy={loading}>
        {trimmed.length < lengthMin && <Start onText={setText} onOpen={open} />}
        {lines.map(({ key, title, note, href }) => (
          <Row key={key} title={title} note={note} onPick={() => open(href)} />
        ))}
        {lines.length === 0 && trimmed.length >= lengthMin && !loading && !failed && (
          <EmptyState
            drawing="search"
            action={<Button look="soft" small onClick={() => setText('')}>{t`Search again`}</Button>}
          >
            <Trans>Nothing found. Try a team, a league, a game ID or a booking code.</Trans>
          </EmptyState>
        )}
        {failed && trimmed.length >= lengthMin && <p role="alert">{failureText(i18n, failed)}</p>}
      </div>
    </Sheet>
  )
}

/** Moves the focus between the field and the results with the up and down arrows. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const stops = [...(event.currentTarget.closest('dialog')?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
  stops[stops.indexOf(event.currentTarget) + step]?.focus()
}

/** The rank of what only the server finds similar: after everything that fits. */
const unlikeMin = 100

const teamKey = ({ sport_id, name }: Pick<Team, 'sport_id' | 'name'>): string => `team ${sport_id} ${name}`
const isPlayed = ({ state }: SearchedMatch): boolean => state === 'live' || state === 'interrupted'

/** The results for a text without duplicates: immediately from loaded matches, and from the server after a pause in typing. */
function useLines(text: string) {
  const { t, i18n } = useLingui()
  const dayName = useDayName()
  const timeOf = (iso: string): string => `${dayName(iso, { short: true })} ${kickoff(iso, i18n.locale).slice(-5)}`
  const store = useStore<RootState>()
  const index = useMemo(() => buildSearchIndex(loadedMatches(store.getState().reads)), [store])
  const localText = useDeferredValue(text)
  const serverText = useDebounced(text)
  const q = serverQuery(serverText).slice(0, 80)
  const { body, failed, loading } = useRead(catalog.search, q.length < lengthMin ? undefined : { q })
  const found = text === serverText && q.length >= lengthMin ? body?.data : undefined
  const local =
    localText.length < lengthMin ? { competitions: [], teams: [], matches: [] } : searchIndex(localText, index)
  const states: Readonly<Record<string, string>> = {
    open: t`Open`,
    won: t`Won`,
    lost: t`Lost`,
    void: t`Void`,
    cashed_out: t`Cashed out`,
  }
  const rank = rankerFor(localText)
  const counts = new Map(found?.teams.map((team) => [teamKey(team), team.matches]))
  const teams = new Map([...local.teams, ...(found?.teams ?? [])].map((team) => [teamKey(team), team]))
  const all: Line[] = [
    ...[...teams].map(([key, team]) => ({
      key,
      title: team.name,
      note: (
        <>
          {team.category} · {team.competition_name}
          {counts.has(key) && (
            <>
              {' · '}
              <Plural value={counts.get(key) ?? 0} one="# match" other="# matches" />
            </>
          )}
        </>
      ),
      href: teamHref(team),
      // Before the matches whose names fit as well.
      rank: Math.min(rank([team.name]), unlikeMin) - 0.5,
    })),
    ...[...local.competitions, ...(found?.competitions ?? [])].map((league) => ({
      key: `league ${league.competition_id}`,
      title: league.name,
      note: league.category,
      href: `/competition/${league.competition_id}`,
      rank: Math.min(rank(leagueNames(league)), unlikeMin),
    })),
    ...[...local.matches, ...(found?.matches ?? [])].map((match) => ({
      key: `match ${match.match_id}`,
      title: `${match.home_team} v ${match.away_team}`,
      note: (
        <>
          {isPlayed(match) && (
            <b className={style.live}>
              <Trans>LIVE</Trans>
            </b>
          )}{' '}
          {match.category} · {match.competition_name}
          {!isPlayed(match) && ` · ${timeOf(match.start_time)}`} · ID {match.game_id}
        </>
      ),
      href: `/match/${match.match_id}`,
      rank: Math.min(rank(matchNames(match)), unlikeMin),
    })),
    ...(found?.codes ?? []).map(({ code, picks }) => ({
      key: `code ${code}`,
      title: code,
      note: t`Booking code, picks: ${picks}`,
      href: `/b/${code}`,
      rank: -1,
    })),
    ...(found?.bets ?? []).map(({ bet_id, state }) => ({
      key: `bet ${bet_id}`,
      title: `#${bet_id}`,
      note: Object.hasOwn(states, state) ? (states[state] ?? state) : state,
      href: `/my-bets?bet=${bet_id}`,
      rank: -1,
    })),
  ]
  const lines = [...new Map(all.map((line) => [line.key, line])).values()].toSorted((a, b) => a.rank - b.rank)
  return {
    lines,
    failed: found ? undefined : failed,
    loading: text.length >= lengthMin && (text !== serverText || loading),
  }
}

/** Shown before anything is typed: recent searches and sports. */
function Start({ onText, onOpen }: { onText: (text: string) => void; onOpen: (href: string) => void }) {
  const { t } = useLingui()
  const sports = useRead(catalog.sports, {}, 60_000).body?.data ?? []
  const recentTexts = recent()
  return (
    <>
      {recentTexts.length > 0 && <h3>{t`Recent searches`}</h3>}
      {recentTexts.map((recentText) => (
        <Row key={recentText} title={recentText} onPick={() => onText(recentText)} />
      ))}
      <h3>{t`Sports`}</h3>
      {sports.map((sport) => (
        <Row
          key={sport.sport_id}
          title={sportName(sport)}
          note={String(sport.matches)}
          onPick={() => onOpen(`/competition?sport_id=${sport.sport_id}`)}
        />
      ))}
    </>
  )
}

function Row({ title, note, onPick }: { title: string; note?: ReactNode; onPick: () => void }) {
  return (
    <button type="button" className={style.row} onClick={onPick} data-stop onKeyDown={moveFocus}>
      <b>{title}</b>
      {note && <small>{note}</small>}
    </button>
  )
}

function recent(): string[] {
  const value = stored.read('searches')
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, recentMax) : []
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
