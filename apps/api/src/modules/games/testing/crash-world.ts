import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { crash as calls, type CrashState } from '@nare/contract/crash'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { reachedAt } from '@nare/games/crash'
import type { CrashCycle } from '#config-crash'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { liveState } from '../crash/shown.ts'
import { crashKey, plantChain } from './crash-chain.ts'

export { plantChain } from './crash-chain.ts'

export const crashCycle: CrashCycle = { bettingMs: 600, crashedMs: 100 }
const cycleText = '0.6,0.1'

/** The environment of a server that plays crash on a planted chain. */
export const crashEnv = {
  CRASH: 'on',
  CRASH_CYCLE: cycleText,
  CRASH_KEY: crashKey,
  LIMIT_ADDRESS_MINUTE: '10000000',
  LIMIT_SESSION_MINUTE: '100000',
}

/** A flight long enough to act in, and short enough that stakes for the next round are kept when the clock jumps to its end. */
export const long = (point: number): boolean => point >= 150 && point < 1500
export const short = (point: number): boolean => point >= 103 && point < 150
export const any = (): boolean => true

const pollMs = 5
const stepsMost = 4000

/** What tests do with the game of one server. `pointOf` knows the future. */
export function crashOn(nare: TestApp, pointOf: (gameNo: number) => number) {
  const { call } = nare

  const state = async (): Promise<CrashState | undefined> => (await liveState(nare.base.db, crashCycle))?.state

  /** Moves the clock: a flight, betting or the time of a crash is over. */
  async function jump(seconds: number): Promise<void> {
    await call(sandbox.clock, { advance_s: seconds })
  }

  /** The state once it satisfies `is`. */
  async function until(is: (now: CrashState) => boolean): Promise<CrashState> {
    for (let n = 0; n < stepsMost; n++) {
      const now = await state()
      if (now && is(now)) return now
      await wait(pollMs)
    }
    throw new Error(`the game did not come there: ${JSON.stringify(await state())}`)
  }

  /** The beginning of a betting phase whose flight will be as wanted. Other flights are cut short by the clock. */
  async function betting(wanted: (point: number) => boolean): Promise<CrashState> {
    for (let skipped: string | undefined; ;) {
      const now = await until(
        (one) => one.phase === 'flying' || (one.phase === 'betting' && one.round_id !== skipped && left(one) > 400),
      )
      if (now.phase === 'betting' && wanted(pointOf(now.game_no))) return now
      if (now.phase === 'flying') await jump(300)
      if (now.phase === 'betting') skipped = now.round_id
      await wait(pollMs)
    }
  }
  const left = ({ ends_at }: CrashState): number => Date.parse(ends_at ?? '') - nare.app.clock.now()

  return {
    ...betsOn(nare),
    state,
    jump,
    until,
    betting,
    pointOf,
    /** Waits for the flight of this round. */
    flying: ({ round_id }: { round_id: string }) => until((now) => now.round_id === round_id && now.phase === 'flying'),
    /** Ends the flight of this round, and waits for its settlement. */
    async crashed({ round_id }: { round_id: string }): Promise<void> {
      await until((now) => now.round_id !== round_id || now.phase !== 'betting')
      let jumped = false
      for (let n = 0; n < stepsMost; n++) {
        const now = await state()
        // Once: stakes for the next round are given back after a minute.
        if (!jumped && now?.round_id === round_id && now.phase === 'flying') {
          jumped = true
          await jump(reachedAt(pointOf(now.game_no)) / 1000)
        }
        const rounds = (await call(calls.rounds, {})).body.data
        if (rounds.some((one) => one.round_id === round_id)) return
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

/** A server that plays crash; its first games have points as wanted, long flights by default. */
export async function crashWorld({
  env = {},
  first = Array.from({ length: 10 }, () => long),
}: { env?: Record<string, string>; first?: readonly ((point: number) => boolean)[] } = {}) {
  const nare = await testApp({ ...crashEnv, ...env })
  const pointOf = await plantChain(nare.base.db, first)
  await nare.app.start()
  return { nare, game: crashOn(nare, pointOf) }
}
