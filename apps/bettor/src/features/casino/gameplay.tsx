import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { casino, type CasinoGame } from '@nare/contract/casino'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { GameFrame } from '@nare/ui/game-frame'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { useBack } from '../../play/use-back.ts'
import { useSession } from '../../play/use-session.ts'
import { nowMs } from '../../state/browser.ts'
import { playCasino } from '../../state/calls-casino.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import { virtuals } from '../../state/virtuals.ts'
import { BreakNotice } from './break-notice.tsx'
import { LowBalance } from './game-sheet.tsx'
import { gameIdOf } from './shelves.ts'
import style from './game.module.css'

/** A provider's game in its frame under the bar with balance, session and limits; one at a time, gone on leaving. */
export function Gameplay() {
  const id = gameIdOf(useParams<{ game_id?: string }>().game_id)
  const [query] = useSearchParams()
  const mode = query.get('mode') === 'demo' ? 'demo' : 'real'
  return <Game key={`${id} ${mode}`} id={id} mode={mode} />
}

function Game({ id, mode }: { id: string; mode: 'real' | 'demo' }) {
  const { t } = useLingui()
  const [path] = useLocation()
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const pause = useExclusion()
  const { body, failed } = useRead(casino.game, id ? { game_id: id } : undefined, 60_000)
  const game = body?.data
  const launch = useLaunch({ id, mode, provider: game?.provider })
  const refreshBalance = useBalanceAfterMoves()
  const leave = useBack('/casino')
  const isClosed = mode === 'real' && signedIn && pause !== undefined
  const instead = isClosed ? (
    <BreakNotice of={pause} />
  ) : id === '' ? (
    <Refused refusal={noGame} path={path} onRetry={launch.again} />
  ) : (launch.refusal ?? failed) ? (
    <Refused refusal={(launch.refusal ?? failed) as Failed} path={path} onRetry={launch.again} />
  ) : undefined
  return (
    <GameFrame
      title={game?.name ?? t`Game`}
      url={isClosed ? undefined : launch.url}
      key={launch.tries}
      origin={location.origin}
      closeLabel={t`Leave the game`}
      onClose={leave}
      fullScreenLabel={t`Full screen`}
      onMessage={(data) => (isLeaving(data) ? leave() : refreshBalance())}
      aside={<PlayBar demo={mode === 'demo'} game={game} />}
      instead={instead}
      failed={(why) => <Silent why={why} onRetry={launch.again} onLeave={leave} />}
    />
  )
}

/** The address names no game. */
const noGame: Failed = { ok: false, status: 404, code: 'not_found', error: '', fields: {}, body: {} }

type Launching = { id: string; mode: 'real' | 'demo'; provider: string | undefined }

/** Opens the game once; `again` asks for a new address, since the one-time token of the first is used. */
function useLaunch({ id, mode, provider }: Launching) {
  const send = useSend()
  const { i18n } = useLingui()
  const [launched, setLaunched] = useState<{ url?: string; refusal?: Failed }>({})
  const [tries, setTries] = useState(0)
  const run = useEffectEvent(async (isCurrent: () => boolean) => {
    const data = { game_id: id, mode, lang: i18n.locale === 'sw' ? 'sw' : 'en', return_url: '/casino' }
    const ended = await send(playCasino({ endpoint: casino.play.path, method: 'POST', data }))
    if (!isCurrent()) return
    if (playCasino.fulfilled.match(ended)) setLaunched({ url: ended.payload.result.gameURL })
    else if (playCasino.rejected.match(ended) && ended.payload) setLaunched({ refusal: ended.payload })
  })
  useEffect(() => {
    if (id === '') return
    let current = true
    // A render that React throws away at once asks for no token.
    const timer = setTimeout(() => void run(() => current), 0)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [id, tries])
  useEffect(() => {
    if (provider) send(virtuals.actions.set({ field: 'game_type', value: provider }))
  }, [send, provider])
  const again = (): void => {
    setLaunched({})
    setTries(tries + 1)
  }
  return { ...launched, tries, again }
}

const messageEveryMs = 1000
let askedAtMs = -Infinity

/** At most once a second, however often a game speaks. */
function isDue(): boolean {
  if (nowMs() - askedAtMs < messageEveryMs) return false
  askedAtMs = nowMs()
  return true
}

/** Asks for the balance after a move of the game, and when the page is looked at again. */
function useBalanceAfterMoves(): () => void {
  const send = useSend()
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const refresh = useCallback(() => {
    if (signedIn && isDue()) void send(fetchBalance({}))
  }, [signedIn, send])
  useEffect(() => {
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [refresh])
  return refresh
}

const leaving = new Set(['close', 'closegame', 'exit', 'home', 'lobby', 'quit'])

/** Whether a game's message asks to leave it: a text, or an object that has one as `type`, `event` or `action`. */
function isLeaving(data: unknown): boolean {
  const fields = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : { type: data }
  return ['type', 'event', 'action'].some((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    return typeof value === 'string' && leaving.has(value.toLowerCase())
  })
}

function PlayBar({ demo, game }: { demo: boolean; game: CasinoGame | undefined }) {
  const { t } = useLingui()
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? (auth.user?.balance ?? '') : null))
  const session = useSession(balance)
  return (
    <>
      <span className={style.play}>
        {demo ? (
          <b>
            <Trans>Demo, no money</Trans>
          </b>
        ) : (
          balance !== null && (
            <b>
              <Amount value={balance} />
            </b>
          )
        )}
        {!demo && session && (
          <small className="num">
            <Trans>
              {session.minutes} min · net <Amount value={session.net} />
            </Trans>
          </small>
        )}
      </span>
      <Link href="/profile?tab=limits" className={style.limits} aria-label={t`Limits and breaks`}>
        <Icon name="clock" size={20} />
      </Link>
      {!demo && game && <LowBalanceLine game={game} />}
    </>
  )
}

/** Under the bar, over the game's first line: it goes once the balance covers a stake. */
function LowBalanceLine({ game }: { game: CasinoGame }) {
  return (
    <div className={style.low}>
      <LowBalance game={game} />
    </div>
  )
}

function Silent({ why, onRetry, onLeave }: { why: 'slow' | 'not_allowed'; onRetry: () => void; onLeave: () => void }) {
  return (
    <div className={style.silent}>
      <Notice>
        {why === 'slow' ? (
          <Trans>The game doesn't answer. Rounds that you began are settled with its provider.</Trans>
        ) : (
          <Trans>This game can't be shown here.</Trans>
        )}
      </Notice>
      {why === 'slow' && (
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <Button look="soft" onClick={onLeave}>
        <Trans>Leave the game</Trans>
      </Button>
    </div>
  )
}

function Refused({ refusal, path, onRetry }: { refusal: Failed; path: string; onRetry: () => void }) {
  const { i18n } = useLingui()
  const [, go] = useLocation()
  const action =
    refusal.code === 'session_required' || refusal.code === 'session_expired' ? (
      <Button onClick={() => go(`/login?to=${encodeURIComponent(path)}`)}>
        <Trans>Log in to play</Trans>
      </Button>
    ) : refusal.code === 'not_verified' ? (
      <Button onClick={() => go('/verify')}>
        <Trans>Verify your phone</Trans>
      </Button>
    ) : refusal.status === 0 || refusal.status >= 500 ? (
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    ) : (
      <Button look="soft" onClick={() => go('/casino')}>
        <Trans>To the casino</Trans>
      </Button>
    )
  return (
    <div className={style.silent}>
      <Notice>
        {refusal.code === 'not_found' ? (
          <Trans>This game isn't in the lobby any more.</Trans>
        ) : (
          failureText(i18n, refusal)
        )}
      </Notice>
      {action}
    </div>
  )
}
