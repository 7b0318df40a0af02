import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { notify } from '../../notices/notices.ts'
import { betting } from '../../state/betting.ts'
import { useSend } from '../../state/hooks.ts'
import type { RootState } from '../../state/store.ts'
import { restoreSlip } from './restore-slip.ts'

/** Returns a function that clears the slip. Its picks can be restored for four seconds. */
export function useClearSlip(): () => void {
  const { t } = useLingui()
  const send = useSend()
  const store = useStore<RootState>()
  return () => {
    const before = store.getState().betting
    send(betting.actions.reset('slip'))
    notify({ message: t`Slip cleared`, action: { label: t`Undo`, run: () => void send(restoreSlip(before)) } })
  }
}
