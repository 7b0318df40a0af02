import { useLingui } from '@lingui/react/macro'
import { useLive } from '@nare/client/use-live'
import type { CasinoGame } from '@nare/contract/casino'
import { multiplierAt } from '@nare/games/flight'
import { hundredthsText } from '@nare/games/hundredths'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useLobbyName } from '../../play/game-names.ts'
import { useLite } from '../../preferences/use-lite.ts'
import { serverNow } from '../../state/browser.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useNow } from '../../state/use-now.ts'
import { Label } from './tile.tsx'
import style from './tile.module.css'

/** The wide tile of the crash game, with its flight as it is now. In Lite and during a break it shows no flight. */
export function CrashTile({ game, isFavourite }: { game: CasinoGame; isFavourite: boolean }) {
  const name = useLobbyName()(game)
  const lite = useLite()
  const exclusion = useExclusion()
  return (
    <li className={`${style.tile} ${style.wide}`} data-tint="violet">
      <Link href="/nare-games/crash">
        <Label game={game} name={name} isFavourite={isFavourite} />
        {!lite && !exclusion && <Flight />}
        <svg viewBox="0 0 220 96" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
          <circle cx="200" cy="98" r="74" fill="currentColor" opacity=".14" />
          <path
            d="M20 66C96 64 158 46 188 18"
            fill="none"
            stroke="currentColor"
            strokeWidth="6"
            strokeLinecap="round"
          />
          <circle cx="188" cy="18" r="7" fill="var(--accent)" />
        </svg>
      </Link>
    </li>
  )
}

/** The phase of the round and its number: the seconds to the flight, the multiplier of the flight, or where it ended. */
function Flight() {
  const { t } = useLingui()
  const round = useLive('crash')
  if (!round) return null
  const { phase, started_at, ends_at, crash_point } = round
  if (phase === 'flying' && started_at)
    return (
      <span className={style.flight}>
        <small>{t`flying now`}</small>
        <Multiplier startedAt={started_at} />
      </span>
    )
  if (phase === 'crashed')
    return (
      <span className={style.flight}>
        <small>{t`flew to`}</small>
        <b className="num">{crash_point}×</b>
      </span>
    )
  return (
    <span className={style.flight}>
      <small>{t`next flight in`}</small>
      {ends_at && <Countdown endsAt={ends_at} />}
    </span>
  )
}

function Countdown({ endsAt }: { endsAt: string }) {
  const now = useNow()
  const seconds = Math.max(0, Math.min(59, Math.ceil((Date.parse(endsAt) - now) / 1000)))
  return <b className="num">0:{String(seconds).padStart(2, '0')}</b>
}

/** Five times a second is enough for a tile, and costs little. */
const stepMs = 200

function Multiplier({ startedAt }: { startedAt: string }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), stepMs)
    return () => clearInterval(timer)
  }, [])
  const ms = Math.max(0, Math.floor(now - Date.parse(startedAt)))
  return (
    <b className="num" aria-hidden="true">
      {hundredthsText(multiplierAt(ms))}×
    </b>
  )
}
