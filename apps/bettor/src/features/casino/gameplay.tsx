import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { casino, type CasinoGame } from '@nare/contract/casino'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { GameFrame } from '@nare/ui/game-frame'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { useBack } from '../../play/use-back.ts'
import { useSession } from '../../play/use-session.ts'
import { nowMs } from '../../state/browser.ts'
import { playCasino } from '../../state/calls-casino.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Steps } from '../../state/store.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import { virtuals } from '../../state/virtuals.ts'
import { BreakNotice } from './later-break-notice.ts'
import { LowBalance } from './game-sheet.tsx'
import { gameIdOf } from './shelves.ts'
import { spacedCalls } from './spaced-calls.ts'
import style from './game.module.css'

/** A provider's game in an iframe, under a bar with balance, session and limits. Leaving the page ends the game. */
export function Gameplay() {
  const id = gameIdOf(useParams<{ game_id?: string }>().game_id)
  const [query] = useSearchParams()
  const mode = query.get('mode') === 'demo' ? 'demo' : 'real'
  return <Game key={`${id} ${mode}`} id={id} mode={mode} />
}

function Game({ id, mode }: { id: string; mode: 'real' | 'demo' }) {
  const { t } = useLingui()
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const exclusion = useExclusion()
  // Without the details only the name and the minimum stake are missing: the launch decides whether the game can be played.
  const { body, failed, again } = useRead(casino.game, id ? { game_id: id } : undefined, 60_000)
  const game = body?.data
  const launch = useLaunch({ id, mode, provider: game?.provider })
  const refreshBalance = useBalanceRefresh()
  const leave = useBack('/casino')
  const isClosed = mode === 'real' && signedIn && exclusion !== undefined
  const retry = (): void => {
    launch.again()
    if (failed) again()
  }
  const replacement = isClosed ? (
    <BreakNotice of={exclusion} />
  ) : id === '' ? (
    <Refused refusal={noGame} onRetry={retry} />
  ) : launch.refusal ? (
    <Refused refusal={launch.refusal} onRetry={retry} />
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
      instead={replacement}
      failed={(why) => <GameNotResponding why={why} onRetry={retry} onLeave={leave} />}
    />
  )
}

/** The refusal of an address without a valid game id. */
const noGame: Failed = { ok: false, status: 404, code: 'not_found', error: '', fields: {}, body: {} }

type Launching = { id: string; mode: 'real' | 'demo'; provider: string | undefined }

/** Launches the game once. `again` requests a new launch URL, because the token in a launch URL works once. */
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
    // Deferred, so that a mount that React discards immediately requests no token.
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

const balanceEveryMs = 1000

/** Requests the balance of a signed-in bettor. */
const requestBalance: Steps = async (send, getState) => {
  if (getState().auth.isLoggedIn) await send(fetchBalance({}))
}

/** Requests the balance after a message of the game and when the window gets the focus, at most once a second. */
function useBalanceRefresh(): () => void {
  const send = useSend()
  const refresh = useMemo(
    () => spacedCalls(() => void send(requestBalance), { everyMs: balanceEveryMs, nowMs }),
    [send],
  )
  useEffect(() => {
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [refresh])
  return refresh
}

const leaveMessages = new Set(['close', 'closegame', 'exit', 'home', 'lobby', 'quit'])

/** Whether a message of a game asks to close it: a text, or an object with that text as `type`, `event` or `action`. */
function isLeaving(data: unknown): boolean {
  const fields = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : { type: data }
  return ['type', 'event', 'action'].some((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    return typeof value === 'string' && leaveMessages.has(value.toLowerCase())
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
          <b>{t`Demo, no money`}</b>
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

/** Shown under the bar, over the top of the game, until the balance covers a stake. */
function LowBalanceLine({ game }: { game: CasinoGame }) {
  return (
    <div className={style.low}>
      <LowBalance game={game} />
    </div>
  )
}

function GameNotResponding({
  why,
  onRetry,
  onLeave,
}: {
  why: 'slow' | 'not_allowed'
  onRetry: () => void
  onLeave: () => void
}) {
  const { t } = useLingui()
  return (
    <div className={style.silent}>
      <Notice>
        {why === 'slow'
          ? t`The game isn't responding. The provider settles the rounds you've started.`
          : t`This game can't be shown here.`}
      </Notice>
      {why === 'slow' && <Button onClick={onRetry}>{t`Try again`}</Button>}
      <Button look="soft" onClick={onLeave}>{t`Leave the game`}</Button>
    </div>
  )
}

function Refused({ refusal, onRetry }: { refusal: Failed; onRetry: () => void }) {
  const { i18n, t } = useLingui()
  const [, go] = useLocation()
  const [login, verify] = [useLoginAddress(), useLoginAddress('/verify')]
  if (refusal.code === 'not_found')
    return (
      <NothingHere drawing="page" href="/casino" link={t`Go to the casino`}>
        {t`This game isn't in the lobby any more.`}
      </NothingHere>
    )
  const action =
    refusal.code === 'session_required' || refusal.code === 'session_expired' ? (
      <Button onClick={() => go(login)}>{t`Log in to play`}</Button>
    ) : refusal.code === 'not_verified' ? (
      <Button onClick={() => go(verify)}>{t`Verify your phone`}</Button>
    ) : refusal.status === 0 || refusal.status >= 500 ? (
      <Button onClick={onRetry}>{t`Try again`}</Button>
    ) : (
      <Button look="soft" onClick={() => go('/casino')}>{t`Go to the casino`}</Button>
    )
  return (
    <div className={style.silent}>
      <Notice>{failureText(i18n, refusal)}</Notice>
      {action}
    </div>
  )
}
