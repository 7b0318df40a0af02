import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { OwnGame } from '../../play/game-names.ts'

/** A one-line description of each game. */
export const gameTexts: Readonly<Record<OwnGame, MessageDescriptor>> = {
  crash: msg`Everyone's curve: get out before it ends`,
  dice: msg`Over or under your number`,
  limbo: msg`How high does the number go?`,
  mines: msg`Open fields, stop before a mine`,
  plinko: msg`A ball falls through the pegs`,
  keno: msg`Up to 10 numbers of 40`,
  wheel: msg`One spin, one multiplier`,
  roulette: msg`European, one zero`,
  'hi-lo': msg`Is the next card higher or lower?`,
  blackjack: msg`Closer to 21 than the dealer`,
}

const dots = (...at: readonly (readonly [x: number, y: number])[]): ReactNode =>
  at.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r="5" />)

/** The drawings of the tiles in a 100 by 100 view box, in the colour of the tile. */
export const gameDrawings: Readonly<Record<OwnGame, ReactNode>> = {
  crash: (
    <>
      <path d="M20 76c32 0 52-14 60-46" fill="none" stroke="currentColor" strokeWidth="7" strokeLinecap="round" />
      <circle cx="80" cy="28" r="8" fill="var(--accent)" />
    </>
  ),
  dice: (
    <>
      <rect x="24" y="24" width="52" height="52" rx="10" />
      <g fill="var(--tile-ground)">{dots([38, 38], [62, 38], [50, 50], [38, 62], [62, 62])}</g>
    </>
  ),
  limbo: (
    <path d="M22 76L50 24l28 52M34 56h32" fill="none" stroke="currentColor" strokeWidth="8" strokeLinecap="round" />
  ),
  mines: (
    <>
      <path
        d="M50 18v64M18 50h64M28 28l44 44M72 28L28 72"
        stroke="currentColor"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <circle cx="50" cy="50" r="23" />
      <circle cx="42" cy="42" r="6" fill="var(--tile-ground)" />
    </>
  ),
  plinko: (
    <>
      {dots([50, 24], [38, 44], [62, 44], [26, 64], [50, 64], [74, 64])}
      <circle cx="57" cy="33" r="8" fill="var(--text)" />
    </>
  ),
  keno: (
    <>
      {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
        <rect
          key={n}
          x={24 + 19 * (n % 3)}
          y={24 + 19 * Math.floor(n / 3)}
          width="15"
          height="15"
          rx="3"
          opacity={n % 2 === 0 ? 1 : 0.45}
        />
      ))}
    </>
  ),
  wheel: (
    <>
      <circle cx="50" cy="54" r="26" fill="none" stroke="currentColor" strokeWidth="12" strokeDasharray="14 6.4" />
      <path d="M50 30l-8-14h16z" />
    </>
  ),
  roulette: (
    <>
      <circle cx="50" cy="50" r="27" fill="none" stroke="currentColor" strokeWidth="10" strokeDasharray="11 3.1" />
      <circle cx="50" cy="50" r="9" />
      <circle cx="66" cy="36" r="5" fill="var(--text)" />
    </>
  ),
  'hi-lo': (
    <>
      <rect x="30" y="24" width="40" height="52" rx="6" />
      <path d="M50 34v32M42 42l8-8 8 8M42 58l8 8 8-8" fill="none" stroke="var(--tile-ground)" strokeWidth="5" />
    </>
  ),
  blackjack: (
    <>
      <rect x="22" y="26" width="34" height="48" rx="5" opacity="0.5" />
      <rect x="42" y="26" width="36" height="48" rx="5" />
      <path d="M60 38c8 8 11 11 11 16a6 6 0 01-9 4l2 7h-8l2-7a6 6 0 01-9-4c0-5 3-8 11-16z" fill="var(--tile-ground)" />
    </>
  ),
}
