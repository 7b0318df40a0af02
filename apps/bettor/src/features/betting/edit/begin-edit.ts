import type { Failed } from '@nare/client/call'
import type { BetView } from '@nare/contract/betting'
import { slipCodes } from '@nare/contract/slip-codes'
import { betting } from '../../../state/betting.ts'
import { wirePicks } from '../../../state/picks.ts'
import type { Steps } from '../../../state/store.ts'
import { pickFrom } from '../../../slip/open-pick.ts'
import { editingOf, setEditing } from './editing.ts'

/** Puts the open picks of a bet into the slip, to be changed. An earlier slip is kept for afterwards. Returns the failure, if it failed. */
export function beginEdit(bet: BetView): Steps<Failed | undefined> {
  return async (send, getState, { call }) => {
    const owner = getState().auth.user?.id
    const open = bet.legs.filter(({ state }) => state === 'open')
    const code = await call(slipCodes.share, { slip: wirePicks(open) })
    if (!code.ok) return code
    const shared = await call(slipCodes.shared, code.body)
    if (!shared.ok) return shared
    const { auth, betting: state } = getState()
    if (owner === undefined || auth.user?.id !== owner) return undefined
    const { slip, bet_type, system } = state
    const before = editingOf(owner)?.before ?? { slip, bet_type, system }
    const picks = shared.body.data.map((pick) => pickFrom(pick))
    const isWhole = open.length === bet.legs.length && bet.type !== 'system'
    setEditing({ bet_id: bet.bet_id, owner, same: isWhole ? picks.map(({ ucn }) => ucn) : null, before })
    send(betting.actions.assign({ slip: picks, bet_type: 'multi', system: [], receipts: [] }))
    return undefined
  }
}

/** Ends the edit; the slip is again what it was before. */
export function endEdit(): Steps {
  return async (send, getState) => {
    const editing = editingOf(getState().auth.user?.id)
    if (!editing) return
    setEditing(null)
    send(betting.actions.assign({ ...editing.before }))
  }
}
