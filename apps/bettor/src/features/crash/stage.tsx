import { Trans, useLingui } from '@lingui/react/macro'
import type { CrashState } from '@nare/contract/crash'
import { Canvas } from '@nare/ui/canvas'
import { useFrames } from '@nare/ui/use-frames'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { useMotion } from '../../play/use-motion.ts'
import { drawFlight } from './draw-flight.ts'
import { useFlightParts } from './flight-parts.ts'
import { flightMs, multiplierNow, multiplierText } from './flight.ts'
import type { Slots } from './slots.ts'
import { crashNow } from './use-round-connection.ts'
import style from './crash.module.css'

const frameMs = 33
const calmMs = 200

type StageProps = { round: CrashState | undefined; now: Slots; isDisconnected: boolean; children?: ReactNode }

/** The flight: its multiplier as text over the curve on a canvas. In Lite and with reduced motion only the multiplier. */
export function Stage({ round, now, isDisconnected, children }: StageProps) {
  const calm = !useMotion()
  const { marks, ...parts } = useFlightParts({ round, now, on: !calm })
  const flying = round?.phase === 'flying' && !isDisconnected
  return (
    <div className={style.stage} data-phase={isDisconnected ? 'disconnected' : (round?.phase ?? 'none')}>
      {!calm && (
        <Canvas
          draw={(context, size) =>
            drawFlight(context, size, { ...parts, marks: marks(), round, ms: flownMs(round), isDisconnected })
          }
          everyMs={flying ? frameMs : calmMs}
        />
      )}
      <div className={style.readout}>
        {round?.phase === 'crashed' ? (
          <Crashed round={round} />
        ) : (
          <Counting round={round} isDisconnected={isDisconnected} calm={calm} />
        )}
        {round && (
          <p className={style.seal}>
            <Trans>
              Round {round.game_no} · sealed <code>{shortSeal(round.seal)}</code>
            </Trans>
          </p>
        )}
      </div>
      {children}
    </div>
  )
}

const shortSeal = (seal: string): string => `${seal.slice(0, 4)}…${seal.slice(-2)}`

/** The duration of the flight so far; of a crashed one until its crash. */
function flownMs(round: CrashState | undefined): number {
  if (!round?.started_at) return 0
  const until = round.phase === 'crashed' ? Date.parse(round.server_time) : crashNow()
  return flightMs(round.started_at, until)
}

function Counting({
  round,
  isDisconnected,
  calm,
}: {
  round: CrashState | undefined
  isDisconnected: boolean
  calm: boolean
}) {
  const { t } = useLingui()
  const number = useRef<HTMLElement>(null)
  const note = useRef<HTMLElement>(null)
  const [shown] = useState('–')
  const show = (first: string, second: string): void => {
    write(number, first)
    write(note, second)
  }
  const tick = (): void => {
    if (!round) return show('–', t`Waiting for the next round…`)
    const now = crashNow()
    if (round.phase === 'flying' && round.started_at) {
      if (isDisconnected) return show('–', t`Not connected`)
      const seconds = (flightMs(round.started_at, now) / 1000).toFixed(1)
      const [left, all] = [Math.max(0, round.bets - round.cashed_out), round.bets]
      const below = all > 0 ? t`flying · ${seconds} s · ${left} of ${all} still in` : t`flying · ${seconds} s`
      return show(`${multiplierText(multiplierNow(round.started_at, now))}×`, below)
    }
    const left = round.ends_at ? Math.ceil((Date.parse(round.ends_at) - now) / 1000) : 0
    if (left <= 0) return show('1.00×', t`taking off…`)
    show(`0:${String(Math.min(59, left)).padStart(2, '0')}`, t`until take-off · place your bets`)
  }
  useFrames(tick, { on: true, everyMs: calm ? calmMs : 0 })
  return (
    <>
      <b ref={number} className="num" data-number>
        {shown}
      </b>
      <small ref={note} className="num">
        {' '}
      </small>
    </>
  )
}

function Crashed({ round }: { round: CrashState }) {
  const { t } = useLingui()
  const below = useRef<HTMLElement>(null)
  const tick = (): void => {
    const left = round.ends_at ? Math.ceil((Date.parse(round.ends_at) - crashNow()) / 1000) : 0
    write(below, left > 0 ? t`crashed · next round in ${left} s` : t`crashed`)
  }
  useFrames(tick, { on: true, everyMs: calmMs })
  return (
    <>
      <b className="num" data-number>
        {round.crash_point}×
      </b>
      <small ref={below} className="num">{t`crashed`}</small>
    </>
  )
}

function write({ current }: RefObject<HTMLElement | null>, text: string): void {
  if (current && current.textContent !== text) current.textContent = text
}
