import { useSubscription } from '@nare/client/use-live'
import type { CrashState } from '@nare/contract/crash'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { call } from '../../state/browser.ts'
import { commandTools } from '../../commands/command-tools.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { live } from '../../state/live-connection.ts'
import { updateUser } from '../../state/persistence.ts'
import { crashSlots, type Slots } from './slots.ts'

let onBalance = (_balance: string): void => {}

/** The bettor's two bets. They outlive the screen, so an open bet is shown again on return. */
export const slots = crashSlots({
  ...commandTools('crash-ids'),
  call,
  onBalance: (balance) => onBalance(balance),
})

const settledAfterMs = 700
const settleEveryMs = 1500
const settleTriesMax = 10

/** The bettor's bets, updated from the topic `bets`, after a crash, and after a reconnection. */
export function useSlots(round: CrashState | undefined, isDisconnected: boolean): Slots {
  const send = useSend()
  const now = useSyncExternalStore(slots.listen, slots.get)
  const owner = useApp(({ auth }) => (auth.isLoggedIn ? String(auth.user?.id ?? '') : ''))
  useSubscription('bets')
  useEffect(() => {
    onBalance = (balance) => void send(updateUser({ balance }))
  }, [send])
  useEffect(() => {
    slots.setOwner(owner)
  }, [owner])
  useEffect(() => {
    if (isDisconnected) return
    slots.clearConnectionRefusals()
    if (owner) void slots.refresh()
  }, [owner, isDisconnected])

  useEffect(() => slots.clearLateRefusals(), [round?.round_id])

  const ids = ([1, 2] as const).flatMap((no) => (now[no].bet?.state === 'open' ? [now[no].bet?.bet_id ?? ''] : []))
  const open = ids.join(' ')
  const applyStates = useEffectEvent(() => {
    for (const id of ids) {
      const state = live.read('bets', id) as Parameters<typeof slots.applyState>[1] | undefined
      if (state) slots.applyState(id, state)
    }
  })
  useEffect(() => applyStates(), [open])
  useEffect(() => live.listen('bets', undefined, () => applyStates()), [])

  const isWaiting = round !== undefined && ids.length > 0 && hasUnsettledBet(now, round)
  useEffect(() => {
    if (!isWaiting) return
    let tries = 0
    const refresh = (): void => {
      if (++tries >= settleTriesMax) clearInterval(timer)
      void slots.refresh()
    }
    const first = setTimeout(refresh, settledAfterMs)
    const timer = setInterval(refresh, settleEveryMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isWaiting])
  return now
}

/** Whether an open bet is on a round that has ended. */
function hasUnsettledBet(now: Slots, { phase, round_id, next }: CrashState): boolean {
  return ([1, 2] as const).some((no) => {
    const { bet } = now[no]
    if (bet?.state !== 'open' || bet.round_id === next.round_id) return false
    return bet.round_id !== round_id || phase === 'crashed'
  })
}
