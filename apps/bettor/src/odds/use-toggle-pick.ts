import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { betting, toggled, undo } from '../state/betting.ts'
import { useSend } from '../state/hooks.ts'
import type { Pick } from '../state/picks.ts'
import type { RootState } from '../state/store.ts'
import { outcomeLabel } from '../i18n/market-texts.ts'
import { notify } from '../notices/notices.ts'

/** Puts a pick into the slip or takes it out; what was taken out or replaced can be undone for four seconds. */
export function useTogglePick(): (pick: Pick) => void {
  const { t } = useLingui()
  const send = useSend()
  const store = useStore<RootState>()
  return (pick) => {
    const { slip: before, receipts } = store.getState().betting
    const now = toggled(before, pick)
    send(betting.actions.set({ field: 'slip', value: now }))
    if (now.includes(pick)) {
      send(betting.actions.set({ field: 'ucn', value: pick.ucn }))
      send(betting.actions.set({ field: 'oddValue', value: pick.odd_value }))
      send(betting.actions.set({ field: 'picked', value: 'picked' }))
    }
    const back = { label: t`Undo`, run: () => void send(undo({ before, now, receipts })) }
    if (now.length < before.length) notify({ message: t`Removed: ${outcomeLabel(pick.display)}`, action: back })
    else if (now.length === before.length)
      notify({ message: t`One pick per match: replaced by ${outcomeLabel(pick.display)}`, action: back })
  }
}
