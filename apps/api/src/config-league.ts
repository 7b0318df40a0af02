import * as z from 'zod'
import { keyOf, keyVariable } from './config-keys.ts'
import type { GivenKey } from './platform/key-file.ts'

/** The environment variables of the virtual league. */
export const leagueVariables = {
  LEAGUE: z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] }).optional(),
  LEAGUE_CYCLE: z
    .string()
    .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?){3}$/, 'must be the seconds of betting, lock, play-out and result, as 130,5,40,5')
    .default('130,5,40,5'),
  LEAGUE_PAUSE_S: z.coerce.number().min(0).max(86_400).default(60),
  LEAGUE_STAGGER_S: z.coerce.number().min(0).max(86_400).default(45),
  LEAGUE_KEY: keyVariable,
  LEAGUE_SALT: z.enum(['random', 'drand']).optional(),
  DRAND_URL: z.url({ protocol: /^https?$/ }).default('https://api.drand.sh'),
  // The chain "quicknet" of the League of Entropy, with a round every three seconds.
  DRAND_CHAIN: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be the hash of a chain: 64 hexadecimal digits')
    .default('52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'),
}

/** The durations of the phases of a round, the pause between two seasons, and the time between the starts of competitions, in milliseconds. */
export type LeagueCycle = {
  readonly bettingMs: number
  readonly lockMs: number
  readonly playMs: number
  readonly resultMs: number
  readonly pauseMs: number
  readonly staggerMs: number
}

/**
 * The settings of the virtual league. `on` is whether this process may own the league; every process has the same cycle. Without `drand`,
 * salts are random bytes of this machine.
 */
export type LeagueSettings = {
  readonly on: boolean
  readonly cycle: LeagueCycle
  readonly key: GivenKey | undefined
  readonly drand: { readonly url: string; readonly chain: string } | undefined
}

/** The minimum duration of a round, whatever the speed. */
const cycleMsMin = 1000

type Given = z.output<z.ZodObject<typeof leagueVariables>> & { readonly SPEED: number }

/** The settings of the league. By default it is off without the sandbox. */
export function leagueOf(e: Given, { sandbox, wrong }: { sandbox: boolean; wrong: string[] }): LeagueSettings {
  const on = e.LEAGUE ?? sandbox
  const salt = e.LEAGUE_SALT ?? (sandbox ? 'random' : 'drand')
  if (on && !sandbox && salt === 'random')
    wrong.push('LEAGUE_SALT: outside the sandbox a season needs a public salt that nobody can choose: drand')
  const phases = e.LEAGUE_CYCLE.split(',').map((seconds) => Number(seconds) * 1000)
  const totalMs = phases.reduce((sum, ms) => sum + ms, 0)
  if (phases[0] === 0 || phases[2] === 0 || totalMs < cycleMsMin / 2)
    wrong.push('LEAGUE_CYCLE: betting and play-out take time, and all four together at least half a second')
  const speed = Math.max(1, Math.min(e.SPEED, totalMs / cycleMsMin))
  const scaled = (ms: number) => Math.round(ms / speed)
  const [bettingMs = 0, lockMs = 0, playMs = 0, resultMs = 0] = phases.map(scaled)
  const [pauseMs, staggerMs] = [scaled(e.LEAGUE_PAUSE_S * 1000), scaled(e.LEAGUE_STAGGER_S * 1000)]
  return {
    on,
    cycle: { bettingMs, lockMs, playMs, resultMs, pauseMs, staggerMs },
    key: keyOf(e.LEAGUE_KEY),
    drand: salt === 'drand' ? { url: e.DRAND_URL.replace(/\/+$/, ''), chain: e.DRAND_CHAIN } : undefined,
  }
}
