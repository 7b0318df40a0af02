import type { Failed } from '@nare/client/call'
import type { CrashBet } from '@nare/contract/crash'
import { isRefusal } from '../../state/command-outcome.ts'

type Confirmed = { bet: CrashBet; balance: string }

export type KnownTools = {
  /** Sends the command, each time with the same id, so it counts once. */
  send: () => Promise<{ ok: true; body: Confirmed } | Failed>
  /** Looks up the bet; undefined without a response. */
  lookUp: () => Promise<CrashBet | undefined>
  wait: (ms: number) => Promise<void>
  /** Whether another bettor has logged in; then no response counts. */
  isOver: () => boolean
  onChecking: () => void
  onDone: (confirmed: Confirmed) => void
  onRefused: (reply: Failed) => void
  /** Called when a lookup has found that the bet is settled. */
  onSettled: (bet: CrashBet) => void
  onUnknown: () => void
  /** Called when the server confirms the command after the outcome was shown as another one. */
  onLate: (confirmed: Confirmed) => void
}

const answerWithinMs = 4000
const retryMs = 1000
const triesMax = 40
/** A further request is sent only while fewer than this many wait for their responses. */
const openMax = 3

/**
 * Repeats a command on a bet, and looks the bet up, until its state is known. No request is given up: the first conclusive response counts,
 * however late it comes. A lost request may have reached the server, so a later `not_sent` does not prove that nothing was done.
 */
export async function untilKnown(tools: KnownTools): Promise<void> {
  const { wait, isOver } = tools
  const known = Promise.withResolvers<void>()
  let isKnown = false
  let wasSent = false
  const conclude = (show: () => void): void => {
    if (isKnown || isOver()) return
    isKnown = true
    show()
    known.resolve()
  }

  const send = limited(async () => {
    const reply = await tools.send()
    if (reply.ok && isKnown && !isOver()) return tools.onLate(reply.body)
    if (reply.ok) return conclude(() => tools.onDone(reply.body))
    if (isRefusal(reply) && (reply.code !== 'not_sent' || !wasSent)) return conclude(() => tools.onRefused(reply))
    if (reply.code !== 'not_sent') wasSent = true
  })
  const lookUp = limited(async () => {
    const bet = await tools.lookUp()
    if (bet && bet.state !== 'open') conclude(() => tools.onSettled(bet))
  })

  for (let tries = 0; tries < triesMax && !isKnown && !isOver(); tries++) {
    let answered = false
    await Promise.race([send().then(() => (answered = true)), wait(answerWithinMs), known.promise])
    if (isKnown || isOver()) return
    if (!answered) wasSent = true
    tools.onChecking()
    await Promise.race([lookUp(), wait(answerWithinMs), known.promise])
    if (!isKnown) await Promise.race([wait(retryMs), known.promise])
  }
  conclude(tools.onUnknown)
}

/** Runs `work`, unless too many runs have not ended; then waits for the first of them. */
function limited(work: () => Promise<void>): () => Promise<void> {
  const open = new Set<Promise<void>>()
  return () => {
    if (open.size >= openMax) return Promise.race(open)
    const run = work().finally(() => open.delete(run))
    open.add(run)
    return run
  }
}
