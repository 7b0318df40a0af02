import { slipCodes } from '@nare/contract/slip-codes'
import { useStore } from 'react-redux'
import { useLocation } from 'wouter'
import { useOnce } from '../../../forms/use-once.ts'
import { clashes, merged } from '../../../slip/merge-picks.ts'
import { openPick } from '../../../slip/open-pick.ts'
import { betting } from '../../../state/betting.ts'
import { call } from '../../../state/browser.ts'
import { useSend } from '../../../state/hooks.ts'
import type { RootState } from '../../../state/store.ts'

/**
 * Adds the picks of a booking code to the slip. The page of the code opens instead if that needs a decision: a pick is not open, or the slip has
 * another pick of its match, or all of them.
 */
export function useAddMulti(code: string): { busy: boolean; add: () => void } {
  const store = useStore<RootState>()
  const send = useSend()
  const [, go] = useLocation()
  const { busy, once } = useOnce()
  async function add(): Promise<void> {
    const reply = await call(slipCodes.shared, { code })
    const picks = reply.ok ? reply.body.data.map(openPick) : [undefined]
    const open = picks.flatMap((pick) => pick ?? [])
    const { slip } = store.getState().betting
    const next = merged(slip, open, new Set())
    if (open.length < picks.length || clashes(slip, open).length > 0 || next.length === slip.length) go(`/b/${code}`)
    else send(betting.actions.assign({ slip: next, betslip: betting.defaults.betslip }))
  }
  return { busy, add: () => void once(add) }
}
