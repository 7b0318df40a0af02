import { WebSocket } from 'ws'
import type { CrashState } from '@nare/contract/crash'
import { post } from '../load.ts'
import { openCaller, type Caller } from './caller.ts'

/** A bettor with a connection and an address of its own. */
export type Player = {
  readonly caller: Caller
  readonly send: (path: string, body: object) => ReturnType<Caller['call']>
}

export function openPlayer(url: URL, { token, n }: { token: string; n: number }): Player {
  const caller = openCaller(url)
  const address = `10.1.${n >> 8}.${n & 255}`
  return { caller, send: (path, body) => caller.call(post(`/v1/games/crash/${path}`, body, token, address)) }
}

type Message = { readonly version: number; readonly state: CrashState; readonly text: string }

/** The states of the game as one more socket gets them. */
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
    /** The first state from now on that is as wanted; the crash of a round is looked for from its beginning. */
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
