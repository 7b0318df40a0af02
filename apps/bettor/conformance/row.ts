import type { RootState } from '../src/state/store.ts'
import type { Browser } from './browser.ts'

/** A row of a table of section 7: what the bettor's app sends, and which part of the answer it stores. */
export type Row = {
  /** Method and path as the specification writes them. */
  call: string
  send: (browser: Browser) => Promise<unknown>
  /** What the body must be; undefined for a call without one. */
  payload?: Record<string, unknown>
  /** The payload is sent inside the signed token. */
  use_jwt?: true
  answer: unknown
  reads: (state: RootState) => unknown
  holds: unknown
  error: { of: (state: RootState) => unknown; says: string }
  /** The specification has no message for this failure, or only its kind. */
  ownWords?: true
}

export const dataError = (state: RootState): unknown => state.data.error
export const authError = (state: RootState): unknown => state.auth.error
export const bettingError = (state: RootState): unknown => state.betting.error
export const casinoError = (state: RootState): unknown => state.virtuals.error
export const leagueError = (state: RootState): unknown => state.virtualLeague.error
