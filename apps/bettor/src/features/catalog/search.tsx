import { Trans, useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import { kickoff } from '@nare/ui/format'
import { Sheet } from '@nare/ui/sheet'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { stored } from '../../state/browser.ts'
import { useRead } from '../../state/reads.ts'
import style from './search.module.css'

const typingPauseMs = 200
const recentMost = 5

/** Finds teams, leagues, game ids, booking codes and own bets, from two letters on. */
export function Search({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const [, go] = useLocation()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(usePaused(text.trim()))
  const { body, failed, loading } = useRead(catalog.search, wanted.length < 2 ? undefined : { q: wanted.slice(0, 80) })
  const found = wanted.length < 2 ? undefined : body?.data
  const open = (href: string): void => {
    if (wanted.length > 1)
      stored.write('searches', [wanted, ...recent().filter((each) => each !== wanted)].slice(0, recentMost))
    onClose()
    go(href)
  }
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const none = found && !found.matches.length && !found.competitions.length && !found.codes.length && !found.bets.length
  return (
    <Sheet open tall title={t`Search`} closeLabel={t`Close`} onClose={onClose}>
      <div className={style.box}>
        <input
          ref={box}
          type="search"
          aria-label={t`Team, league, game ID, code or bet ID`}
          placeholder={t`Team, league, game ID, code or bet ID`}
          value={text}
          maxLength={80}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className={style.found} aria-busy={loading}>
        {wanted.length < 2 && recent().map((each) => <Row key={each} onPick={() => setText(each)} title={each} />)}
        {found?.competitions.map((each) => (
          <Row
            key={each.competition_id}
            onPick={() => open(`/competition/${each.competition_id}`)}
            title={each.name}
            note={`${each.category} · ${each.matches}`}
          />
        ))}
        {found?.matches.map((each) => (
          <Row
            key={each.match_id}
            onPick={() => open(`/match/${each.match_id}`)}
            title={`${each.home_team} v ${each.away_team}`}
            note={`${each.category} · ${each.competition_name} · ${kickoff(each.start_time, i18n.locale)} · ID ${each.game_id}`}
          />
        ))}
        {found?.codes.map((each) => (
          <Row
            key={each.code}
            onPick={() => open(`/b/${each.code}`)}
            title={each.code}
            note={t`Booking code, picks: ${each.picks}`}
          />
        ))}
        {found?.bets.map((each) => (
          <Row
            key={each.bet_id}
            onPick={() => open(`/my-bets?bet=${each.bet_id}`)}
            title={`#${each.bet_id}`}
            note={each.state}
          />
        ))}
        {none && (
          <p>
            <Trans>Nothing found. Try a team's name or the ID of the printed list.</Trans>
          </p>
        )}
        {failed && !found && wanted.length > 1 && <p role="alert">{failed.error}</p>}
      </div>
    </Sheet>
  )
}

function Row({ title, note, onPick }: { title: string; note?: string; onPick: () => void }) {
  return (
    <button type="button" onClick={onPick}>
      <b>{title}</b>
      {note && <small>{note}</small>}
    </button>
  )
}

function recent(): string[] {
  const kept = stored.read('searches')
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
