import type { Failed } from '@nare/client/call'
import { useState } from 'react'
import { useStore } from 'react-redux'
import type { CommandResult } from './command-outcome.ts'
import { runCommand, type CommandTools } from './run-command.ts'
import { unresolvedOf } from './sent-ids.ts'
import { useOnce } from '../forms/use-once.ts'
import { useApp, useSend } from '../state/hooks.ts'
import type { RootState, Steps } from '../state/store.ts'

/** A command of a screen. Repeating its id returns its first result, or `lookUp` finds it. */
export type Command<T> = {
  about: readonly [kind: string, ...what: string[]]
  request: (id: string) => Steps<CommandResult<T>>
  lookUp?: (id: string) => Promise<CommandResult<T>>
}

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
export function useCommand<T>(tools: CommandTools): Running<T> {
  const send = useSend()
  const store = useStore<RootState>()
  const { busy, once } = useOnce()
  const [state, setState] = useState<{ failed?: Failed; unknown?: boolean; checking?: boolean }>({})
  const run = async ({ about, request, lookUp }: Command<T>): Promise<T | undefined> => {
    let value: T | undefined
    await once(async () => {
      setState({})
      const outcome = await runCommand(
        {
          owner: () => store.getState().auth.user?.id,
          about,
          send: (id) => send(request(id)),
          lookUp,
          onChecking: () => setState({ checking: true }),
          fallback: '',
        },
        tools,
      )
      if (outcome.is === 'done') value = outcome.value
      setState(outcome.is === 'refused' ? { failed: outcome.failed } : { unknown: outcome.is === 'unknown' })
    })
    return value
  }
  const { failed, unknown = false, checking } = state
  return { stage: checking ? 'checking' : busy ? 'sending' : 'ready', failed, unknown, run }
}

/** The contents of this bettor's commands of one kind whose outcome is unknown, of this visit or an earlier one. */
export function useUnresolved({ ids }: Pick<CommandTools, 'ids'>, kind: string): readonly (readonly string[])[] {
  const owner = useApp(({ auth }) => auth.user?.id)
  return unresolvedOf(ids, owner).flatMap(({ about: [of, ...what] }) => (of === kind ? [what] : []))
}
