import type { Failed } from '@nare/client/call'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { unresolvedOf } from '../../state/sent-ids.ts'
import { sendOnce, type Command } from './send-once.ts'
import { tools } from './tools.ts'

export type Running<T> = {
  /** `checking`: the response is late or lost, and the command is looked up. */
  stage: 'ready' | 'sending' | 'checking'
  failed: Failed | undefined
  /** True while the outcome of the command is unknown. */
  unknown: boolean
  /** Sends a command, one at a time; resolves to the response. */
  run: (command: Command<T>) => Promise<T | undefined>
}

/** The state of one command of a screen, from the tap to the outcome. */
export function useCommand<T>(): Running<T> {
  const send = useSend()
  const { busy, once } = useOnce()
  const [state, setState] = useState<{ failed?: Failed; unknown?: boolean; checking?: boolean }>({})
  const run = async (command: Command<T>): Promise<T | undefined> => {
    let value: T | undefined
    await once(async () => {
      setState({})
      const outcome = await send(sendOnce(command, tools, () => setState({ checking: true })))
      if (outcome.is === 'done') value = outcome.value
      setState(outcome.is === 'refused' ? { failed: outcome.failed } : { unknown: outcome.is === 'unknown' })
    })
    return value
  }
  const { failed, unknown = false, checking } = state
  return { stage: checking ? 'checking' : busy ? 'sending' : 'ready', failed, unknown, run }
}

/** The contents of this bettor's commands of one kind whose outcome is unknown, of this visit or an earlier one. */
export function useUnresolved(kind: string): readonly (readonly string[])[] {
  const owner = useApp(({ auth }) => auth.user?.id)
  return unresolvedOf(tools.ids, owner).flatMap(({ about: [of, ...what] }) => (of === kind ? [what] : []))
}
