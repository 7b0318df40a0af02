import { sizesOf } from '../../slip/system-size.ts'
import { betting, type BettingState } from '../../state/betting.ts'
import { validateSlip } from '../../state/calls-betting.ts'
import { wirePicks } from '../../state/picks.ts'
import type { Steps } from '../../state/store.ts'

type Every = (run: () => void, ms: number) => () => void

/**
 * Validates the slip on the server: once with `run`, repeatedly between `start(intervalMs)` and `stop`. The timer stops when
 * the slip is empty.
 */
export function validation({
  send,
  slip,
  every,
}: {
  send: (steps: Steps) => unknown
  slip: () => BettingState['slip']
  every: Every
}) {
  let cancel: (() => void) | undefined
  const stop = (): void => {
    cancel?.()
    cancel = undefined
  }
  const run = (stake: string): void => {
    if (slip().length === 0) return stop()
    send(validate(stake))
  }
  return {
    run,
    stop,
    start(intervalMs: number, stake: string): void {
      stop()
      cancel = every(() => run(stake), intervalMs)
    },
  }
}

/** Validates the current slip once. Validates several singles, and a system without a size, as a multi. */
export function validate(stake: string): Steps {
  return async (send, getState) => {
    const { slip, bet_type, system } = getState().betting
    if (slip.length === 0) return
    const sizes = sizesOf(slip.length, system)
    const isSystem = bet_type === 'system' && slip.length > 1 && sizes.length > 0
    const type = isSystem ? 'system' : slip.length === 1 ? 'single' : 'multi'
    await send(
      validateSlip({
        slip: wirePicks(slip),
        type,
        ...(isSystem && { system: sizes }),
        ...(/^\d{1,12}(\.\d{1,2})?$/.test(stake) && { stake }),
      }),
    )
    if (getState().betting.slip.length === 0) send(betting.actions.reset('slip_validation_data'))
  }
}
