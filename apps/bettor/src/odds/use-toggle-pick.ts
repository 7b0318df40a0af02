import { useStore } from 'react-redux'
import { loadChunk } from '../loading/chunk.ts'
import { betting, toggled } from '../state/betting.ts'
import { useSend } from '../state/hooks.ts'
import type { Pick } from '../state/picks.ts'
import { placedOf, receiptField } from '../state/slip-commands.ts'
import { picksOf, slip, type PickSlipKind } from '../state/slips.ts'
import type { RootState } from '../state/store.ts'

/** Returns a function that adds a pick to a slip or removes it. A removal or replacement can be undone for four seconds. */
export function useTogglePick(kind: PickSlipKind = 'sports'): (pick: Pick) => void {
  const send = useSend()
  const store = useStore<RootState>()
  return (pick) => {
    const state = store.getState().betting
    const before = picksOf(state, kind)
    const now = toggled(before, pick)
    const lastPick = now.includes(pick) ? { ucn: pick.ucn, oddValue: pick.odd_value, picked: 'picked' } : {}
    // The next slip begins with this pick: the receipts of the last one are no longer shown above it.
    const seen = now.length > before.length ? { [receiptField[kind]]: betting.defaults[receiptField[kind]] } : {}
    send(betting.actions.assign({ [slip(kind).field]: now, ...lastPick, ...seen }))
    if (now.length > before.length) return
    const tap = { kind, before, now, placed: placedOf(state, kind) }
    void loadChunk(() => import('./pick-notice.ts')).then(
      ({ notifyTap }) => notifyTap({ send, tap, pick }),
      () => {},
    )
  }
}
