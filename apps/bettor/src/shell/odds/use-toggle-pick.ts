import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { betting, toggled } from '../../state/betting.ts'
import { useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import type { RootState } from '../../state/store.ts'
import { outcomeLabel } from '../market-words.ts'
import { notify } from '../notices.ts'

/** Puts a pick into the slip or takes it out; what was taken out or replaced can be undone for four seconds. */
export function useTogglePick(): (pick: Pick) => void {
  const { t } = useLingui()
  const send = useSend()
  const store = useStore<RootState>()
  return (pick) => {
    const before = store.getState().betting.slip
    const now = toggled(before, pick)
    const set = (slip: Pick[]): void => void send(betting.actions.set({ field: 'slip', value: slip }))
    set(now)
    send(betting.actions.set({ field: 'ucn', value: now.includes(pick) ? pick.ucn : '' }))
    send(betting.actions.set({ field: 'oddValue', value: now.includes(pick) ? pick.odd_value : '' }))
    send(betting.actions.set({ field: 'picked', value: now.includes(pick) ? 'picked' : '' }))
    const undo = { label: t`Undo`, run: () => set(before) }
    if (now.length < before.length) notify({ message: t`Removed: ${outcomeLabel(pick.display)}`, action: undo })
    else if (now.length === before.length)
      notify({ message: t`One pick per match: replaced by ${outcomeLabel(pick.display)}`, action: undo })
  }
}
