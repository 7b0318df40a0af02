import { useEffect } from 'react'
import { useApp, useSend } from '../../state/hooks.ts'
import { tools } from './tools.ts'
import { showUnresolved } from './unresolved.ts'

/** Shows in the slip and its bar that a bet of an earlier visit is still without an answer. */
export function useUnresolved(): void {
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  useEffect(() => void send(showUnresolved(tools.ids)), [send, owner])
}
