import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { outcomeText } from '../i18n/market-texts.ts'
import { notify } from '../notices/notices.ts'
import { betting, toggled } from '../state/betting.ts'
import { useSend } from '../state/hooks.ts'
import type { Pick } from '../state/picks.ts'
import { placedOf, receiptField, undo } from '../state/slip-commands.ts'
import { picksOf, slip, type PickSlipKind } from '../state/slips.ts'
import type { RootState } from '../state/store.ts'

/** Returns a function that adds a pick to a slip or removes it. A removal or replacement can be undone for four seconds. */
export function useTogglePick(kind: PickSlipKind = 'sports'): (pick: Pick) => void {
  const { t } = useLingui()
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
    const action = { label: t`Undo`, run: () => void send(undo({ kind, before, now, placed: placedOf(state, kind) })) }
    if (now.length < before.length) notify({ message: t`Removed: ${outcomeText(pick)}`, action })
    else if (now.length === before.length)
      notify({ message: t`One pick per match: replaced by ${outcomeText(pick)}`, action })
  }
}
