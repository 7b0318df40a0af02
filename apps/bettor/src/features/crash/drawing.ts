import type { CrashState } from '@nare/contract/crash'
import type { Mark } from './marks.ts'

/** The words of the marks in the bettor's language. */
export type MarkTexts = { you: string; players: (count: number) => string }

/** Where a bet on this round leaves by itself; `text` says so, and is undefined once the bet has ended. */
export type Target = { multiplier: number; text: string | undefined }

export type Flight = {
  round: CrashState | undefined
  ms: number
  isDisconnected: boolean
  targets: readonly Target[]
  marks: readonly Mark[]
  own: ReadonlySet<string>
  texts: MarkTexts
}
export type Colours = Record<'primary' | 'accent' | 'down' | 'up' | 'line' | 'sunken' | 'text2' | 'text3', string>
export type Pen = { colours: Colours; fontPx: number; font: (px: number, weight?: number) => string }
export type Edges = { left: number; right: number; top: number; bottom: number }
