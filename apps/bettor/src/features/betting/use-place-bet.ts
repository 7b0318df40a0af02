import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { notify } from '../../notices/notices.ts'
import { stored } from '../../state/browser.ts'
import { useSend } from '../../state/hooks.ts'
import type { RootState } from '../../state/store.ts'
import { placeSlip } from './place-slip.ts'
import { tools } from './tools.ts'
import { validate } from './validation.ts'

/** Places the slip at a stake (decimal text) and stores it as the last stake; validates the slip again after a refusal. */
export function usePlaceBet(): (stake: string) => void {
  const { t } = useLingui()
  const send = useSend()
  const store = useStore<RootState>()
  return (stake) => {
    const before = store.getState().betting.receipts.length
    stored.write('last-stake', stake)
    void send(placeSlip(stake, tools)).then(() => {
      if (store.getState().betting.receipts.length > before) notify({ message: t`Bet placed` })
      if (store.getState().betting.refusal) void send(validate(stake))
    })
  }
}
