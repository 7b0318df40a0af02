import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { CrashState } from '@nare/contract/crash'
import { post } from '../load.ts'
import { openCaller, type Caller } from './caller.ts'

/** A bettor with a separate connection and address. */
export type Player = {
  readonly caller: Caller
  readonly send: (path: string, body: object) => ReturnType<Caller['call']>
}

export function openPlayer(url: URL, { token, n }: { token: string; n: number }): Player {
  const caller = openCaller(url)
  const address = `10.1.${n >> 8}.${n & 255}`
  return { caller, send: (path, body) => caller.call(post(`/v1/games/crash/${path}`, body, token, address)) }
}

/**
 * The bets of a betting phase: milliseconds from the first command to the last answer, milliseconds of each accepted bet, and other
 * answers.
 */
export type Burst = {
  readonly windowMs: number
  readonly betMs: readonly number[]
  readonly otherAnswers: readonly number[]
  /** The answer to the first bet of each player. */
  readonly firsts: readonly string[]
}

/** Places two bets for each player, one without and one with a target; the second is sent after the answer to the first. */
export async function betTwice(players: readonly Player[]): Promise<Burst> {
  const beganAt = performance.now()
  const answers = await Promise.all(
    players.map(async ({ send }) => {
      const byHand = await send('bet', { id: randomUUID(), stake: '20', slot: 1 })
      const target = (1.02 + Math.random()).toFixed(2)
      return [byHand, await send('bet', { id: randomUUID(), stake: '20', slot: 2, auto_cash_out: target })] as const
    }),
  )
  const windowMs = performance.now() - beganAt
  const accepted = answers.flat().filter(({ status }) => status === 201)
  const otherAnswers = answers.flat().filter(({ status }) => status !== 201)
  return {
    windowMs,
    betMs: accepted.map(({ ms }) => ms),
    otherAnswers: otherAnswers.map(({ status }) => status),
    firsts: answers.map(([{ body }]) => body),
  }
}

type Message = { readonly version: number; readonly state: CrashState; readonly text: string }

/** The states of the game that an additional socket receives. */
export function watchGame(url: URL) {
  const socket = new WebSocket(`${url.href.replace('http', 'ws')}v1/live`, {
    headers: { 'x-forwarded-for': '10.2.0.1' },
  })
  const seen: Message[] = []
  let arrived = Promise.withResolvers<void>()
  socket.on('open', () => socket.send(JSON.stringify({ subscribe: ['crash'] })))
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    seen.push({ ...(JSON.parse(text) as Message), text })
    arrived.resolve()
    arrived = Promise.withResolvers()
  })
  return {
    /** Resolves with the first matching state: the newest, a later one, or one of the last 40 states outside of betting phases. */
    async until(is: (state: CrashState) => boolean): Promise<Message> {
      for (let from = Math.max(0, seen.length - 1); ;) {
        const found =
          seen.slice(from).find(({ state }) => is(state)) ??
          seen.slice(-40).find(({ state }) => state.phase !== 'betting' && is(state))
        if (found) return found
        from = seen.length
        await arrived.promise
      }
    },
    close: () => socket.terminate(),
  }
}
