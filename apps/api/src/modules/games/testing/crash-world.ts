import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { crash as calls, type CrashState } from '@nare/contract/crash'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { reachedAt } from '@nare/games/crash'
import type { CrashCycle } from '#config-crash'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { roundForStakes } from '../crash/round-store.ts'
import { liveState } from '../crash/shown.ts'
import { crashKey, plantChain } from './crash-chain.ts'

export { plantChain } from './crash-chain.ts'

/** The betting phase is longer than any test needs: tests move the clock to the take-off. */
export const crashCycle: CrashCycle = { bettingMs: 12_000, crashedMs: 100 }
const cycleText = '12,0.1,0.3'

/** The environment of a server that plays crash on a planted chain. */
export const crashEnv = {
  CRASH: 'on',
  CRASH_CYCLE: cycleText,
  CRASH_KEY: crashKey,
  LIMIT_ADDRESS_MINUTE: '10000000',
  LIMIT_SESSION_MINUTE: '100000',
}

/** A flight long enough to act in, and short enough that stakes on the next round wait less than a minute when the clock jumps. */
export const long = (point: number): boolean => point >= 200 && point < 800
export const short = (point: number): boolean => point >= 103 && point < 150
export const any = (): boolean => true

const pollMs = 5
const stepsMax = 4000

/**
 * The operations of tests on the game of one server. `pointOf` gives the future crash points. If another process owns the game, moving this
 * clock has no effect, so each take-off is waited for.
 */
export function crashOn(nare: TestApp, pointOf: (gameNo: number) => number, { ownsClock = true } = {}) {
  const { call } = nare

  const state = async (): Promise<CrashState | undefined> => (await liveState(nare.base.db, crashCycle))?.state

  /** Moves the clock, for example to the end of a flight or a betting phase. */
  async function jump(seconds: number): Promise<void> {
    await call(sandbox.clock, { advance_s: seconds })
  }

  /** The state once it satisfies `is`. */
  async function until(is: (now: CrashState) => boolean): Promise<CrashState> {
    for (let n = 0; n < stepsMax; n++) {
      const now = await state()
      if (now && is(now)) return now
      await wait(pollMs)
    }
    throw new Error(`the game did not reach the awaited state: ${JSON.stringify(await state())}`)
  }

  /**
   * Waits for a betting phase with most of its time left whose crash point is wanted. Moves the clock over other rounds, and waits until
   * so few of them are unsettled that stakes are accepted.
   */
  async function betting(wanted: (point: number) => boolean): Promise<CrashState> {
    for (;;) {
      const now = await until(({ phase }) => phase !== 'crashed')
      const accepts = (await roundForStakes(nare.base.db))?.accepts
      if (!accepts) await wait(pollMs)
      else if (now.phase === 'betting' && wanted(pointOf(now.game_no)) && left(now) > (crashCycle.bettingMs * 3) / 4)
        return now
      else await (now.phase === 'flying' ? jump(300) : takeOff(now))
    }
  }
  const left = ({ ends_at }: CrashState): number => Date.parse(ends_at ?? '') - nare.app.clock.now()

  /** Moves the clock to the end of a round's betting phase, and waits until it is over. */
  async function takeOff({ round_id }: { round_id: string }): Promise<CrashState> {
    const now = await until((one) => one.round_id !== round_id || one.ends_at !== undefined || one.phase !== 'betting')
    if (ownsClock && now.round_id === round_id && now.phase === 'betting') await jump(Math.max(0, left(now)) / 1000)
    return until((one) => one.round_id !== round_id || one.phase !== 'betting')
  }

  return {
    ...betsOn(nare),
    state,
    jump,
    until,
    betting,
    pointOf,
    /** Starts the flight of this round. The previous flight must be over. */
    async flying({ round_id }: { round_id: string }): Promise<CrashState> {
      await until((now) => now.round_id === round_id)
      await takeOff({ round_id })
      return until((now) => now.round_id === round_id && now.phase === 'flying')
    },
    /** Ends the flight of this round, and waits for its settlement. */
    async crashed({ round_id }: { round_id: string }): Promise<void> {
      await takeOff({ round_id })
      let jumped = false
      for (let n = 0; n < stepsMax; n++) {
        const now = await state()
        // Only once, because stakes on the next round are returned after a minute.
        if (!jumped && now?.round_id === round_id && now.phase === 'flying') {
          jumped = true
          await jump(reachedAt(pointOf(now.game_no)) / 1000)
        }
        const rounds = (await call(calls.rounds, {})).body.data
        if (rounds.some((round) => round.round_id === round_id)) return
        await wait(pollMs)
      }
      throw new Error(`round ${round_id} was not settled`)
    },
    bet: (token: string, given: Partial<Sent<typeof calls.bet>> = {}) =>
      call(calls.bet, { id: randomUUID(), stake: '100', slot: 1, ...given }, token),
    cashOut: (token: string, bet_id: string, id = randomUUID() as string) => call(calls.cashOut, { id, bet_id }, token),
    cancel: (token: string, bet_id: string, id = randomUUID() as string) => call(calls.cancel, { id, bet_id }, token),
  }
}

export type CrashGame = ReturnType<typeof crashOn>

/** A server that runs crash. The crash points of its first games satisfy `first`; long flights by default. */
export async function crashWorld({
  env = {},
  country,
  first = Array.from({ length: 10 }, () => long),
}: {
  env?: Record<string, string>
  country?: NonNullable<Parameters<typeof testApp>[1]>['country']
  first?: readonly ((point: number) => boolean)[]
} = {}) {
  const nare = await testApp({ ...crashEnv, ...env }, country && { country })
  const pointOf = await plantChain(nare.base.db, first)
  await nare.app.start()
  return { nare, game: crashOn(nare, pointOf) }
}
