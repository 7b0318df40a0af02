import { useSubscription } from '@nare/client/use-live'
import type { CrashState } from '@nare/contract/crash'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { call, commandId } from '../../state/browser.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { live } from '../../state/live-connection.ts'
import { updateUser } from '../../state/persistence.ts'
import { crashSlots, type Slots } from './slots.ts'

let onBalance = (_balance: string): void => {}

/** The bettor's two bets. They outlive the screen, so a bet in flight is still there on return. */
export const slots = crashSlots({
  call,
  newId: commandId,
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  onBalance: (balance) => onBalance(balance),
})

const settledAfterMs = 700
const settleEveryMs = 1500
const settleTriesMax = 10

/** The bettor's bets, kept up to date by the topic of own bets, after a crash, and when the line is back. */
export function useSlots(round: CrashState | undefined, cut: boolean): Slots {
  const send = useSend()
  const now = useSyncExternalStore(slots.listen, slots.get)
  const owner = useApp(({ auth }) => (auth.isLoggedIn ? String(auth.user?.id ?? '') : ''))
  useSubscription('bets')
  useEffect(() => {
    onBalance = (balance) => void send(updateUser({ balance }))
  }, [send])
  useEffect(() => {
    slots.own(owner)
  }, [owner])
  useEffect(() => {
    if (cut) return
    slots.reconnected()
    if (owner) void slots.refresh()
  }, [owner, cut])

  const ids = ([1, 2] as const).flatMap((no) => (now[no].bet?.state === 'open' ? [now[no].bet?.bet_id ?? ''] : []))
  const open = ids.join(' ')
  const noteAll = useEffectEvent(() => {
    for (const id of ids) {
      const state = live.read('bets', id) as Parameters<typeof slots.note>[1] | undefined
      if (state) slots.note(id, state)
    }
  })
  useEffect(() => noteAll(), [open])
  useEffect(() => live.listen('bets', undefined, () => noteAll()), [])

  const waits = round !== undefined && ids.length > 0 && isUndecided(now, round)
  useEffect(() => {
    if (!waits) return
    let tries = 0
    const look = (): void => {
      if (++tries >= settleTriesMax) clearInterval(timer)
      void slots.refresh()
    }
    const first = setTimeout(look, settledAfterMs)
    const timer = setInterval(look, settleEveryMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [waits])
  return now
}

/** Whether an open bet is neither on a round that still runs nor on the next one. */
function isUndecided(now: Slots, { phase, round_id, next }: CrashState): boolean {
  return ([1, 2] as const).some((no) => {
    const { bet } = now[no]
    if (bet?.state !== 'open' || bet.round_id === next.round_id) return false
    return bet.round_id !== round_id || phase === 'crashed'
  })
}
