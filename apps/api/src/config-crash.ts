import * as z from 'zod'
import { keyOf, keyVariable } from './config-keys.ts'
import type { GivenKey } from './platform/key-file.ts'

/** The environment variables of the crash game. DRAND_URL and DRAND_CHAIN are those of the league. */
export const crashVariables = {
  CRASH: z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] }).optional(),
  CRASH_CYCLE: z
    .string()
    .regex(
      /^\d+(\.\d+)?,\d+(\.\d+)?(,\d+(\.\d+)?)?$/,
      'must be the seconds of betting and of showing the crash, as 6,3, and may end with the seconds to wait for late cash-outs',
    )
    .default('6,3'),
  CRASH_GAMES: z.coerce.number().int().min(10).max(10_000_000).optional(),
  CRASH_KEY: keyVariable,
  CRASH_SALT: z.enum(['random', 'drand']).optional(),
}

/** The durations of betting before a flight and of showing its crash, in milliseconds. */
export type CrashCycle = { readonly bettingMs: number; readonly crashedMs: number }

/** The settings of the crash game. `on` is whether this process may own the game; every process has the same cycle. `games` is the length of a chain. */
export type CrashSettings = {
  readonly on: boolean
  readonly cycle: CrashCycle
  /** How long the settlement of a round waits for cash-outs that were read before its crash, in milliseconds. */
  readonly settleAfterMs: number
  readonly games: number
  readonly key: GivenKey | undefined
  readonly drand: { readonly url: string; readonly chain: string } | undefined
}

const gamesMin = 2_000_000
const sandboxGames = 20_000
/** A second from reading a cash-out to storing it, as its table demands, and half a second for the commit. */
const settleAfterMsMin = 1500
/** The minimum duration of betting and crash together, whatever the speed. The speed does not change the duration of a flight. */
const cycleMsMin = 500

type Given = z.output<z.ZodObject<typeof crashVariables>> & {
  readonly SPEED: number
  readonly DRAND_URL: string
  readonly DRAND_CHAIN: string
}

/** The settings of the crash game. By default it is off without the sandbox. */
export function crashOf(e: Given, { sandbox, wrong }: { sandbox: boolean; wrong: string[] }): CrashSettings {
  const on = e.CRASH ?? sandbox
  const salt = e.CRASH_SALT ?? (sandbox ? 'random' : 'drand')
  const games = e.CRASH_GAMES ?? (sandbox ? sandboxGames : gamesMin)
  if (on && !sandbox && salt === 'random')
    wrong.push('CRASH_SALT: outside the sandbox a chain needs a public salt that nobody can choose: drand')
  if (on && !sandbox && games < gamesMin)
    wrong.push(`CRASH_GAMES: outside the sandbox a chain has at least ${gamesMin} games`)
  const [betting = 0, crashed = 0, settleAfterMs = settleAfterMsMin] = e.CRASH_CYCLE.split(',').map(
    (s) => Number(s) * 1000,
  )
  const phases = [betting, crashed]
  if (on && !sandbox && settleAfterMs < settleAfterMsMin)
    wrong.push(`CRASH_CYCLE: the settlement waits at least ${settleAfterMsMin / 1000} seconds for late cash-outs`)
  const totalMs = phases.reduce((sum, ms) => sum + ms, 0)
  if (phases[0] === 0) wrong.push('CRASH_CYCLE: betting takes time')
  const speed = Math.max(1, Math.min(e.SPEED, totalMs / cycleMsMin))
  const [bettingMs = 0, crashedMs = 0] = phases.map((ms) => Math.round(ms / speed))
  return {
    on,
    cycle: { bettingMs, crashedMs },
    settleAfterMs,
    games,
    key: keyOf(e.CRASH_KEY),
    drand: salt === 'drand' ? { url: e.DRAND_URL.replace(/\/+$/, ''), chain: e.DRAND_CHAIN } : undefined,
  }
}
