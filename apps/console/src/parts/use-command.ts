import type { Route, Sent } from '@nare/contract/route'
import { useState } from 'react'
import { commandId } from '../wire/browser.ts'
import { send, type Sending } from '../wire/send.ts'
import { commandOnce } from './command.ts'

/** A command of a screen, sent once (`commandOnce`); `onDone` hears of its end, also when it waits for a second person. */
export function useCommand<R extends Route>(route: R, onDone?: (outcome: Sending<R>) => void) {
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Sending<R>>()
  const [once] = useState(() => commandOnce<R>({ newId: commandId, send: (input) => send(route, input) }))

  const run = async (inputOf: (id: string) => Sent<R>): Promise<void> => {
    setSending(true)
    const next = await once(inputOf)
    if (!next) return
    setSending(false)
    setOutcome(next)
    if (next.state === 'done' || next.state === 'waiting') onDone?.(next)
  }
  return { run, isSending, outcome, isUnknown: outcome?.state === 'unknown', reset: () => setOutcome(undefined) }
}
