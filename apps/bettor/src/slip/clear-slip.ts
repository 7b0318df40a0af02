import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { notify } from '../notices/notices.ts'
import { useSend } from '../state/hooks.ts'
import { placedOf } from '../state/slip-commands.ts'
import { picksOf, slip, type PickSlipKind } from '../state/slips.ts'
import type { RootState } from '../state/store.ts'
import { restoreSlip } from './restore-slip.ts'

/** Returns a function that clears a slip. Its picks can be restored for four seconds. */
export function useClearSlip(kind: PickSlipKind): () => void {
  const { t } = useLingui()
  const send = useSend()
  const store = useStore<RootState>()
  return () => {
    const state = store.getState().betting
    const cleared = { kind, picks: picksOf(state, kind), placed: placedOf(state, kind) }
    send(slip(kind).clear())
    notify({ message: t`Slip cleared`, action: { label: t`Undo`, run: () => void send(restoreSlip(cleared)) } })
  }
}
