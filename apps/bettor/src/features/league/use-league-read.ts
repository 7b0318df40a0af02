import { useEffect, useEffectEvent, useState } from 'react'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Command } from '../../state/thunk.ts'
import { markOf, type LeagueRead } from '../../state/virtual-league.ts'

/** One read of the league state. `rows` is undefined until the rows of this request are loaded. */
export type LeagueRows<Rows> = {
  rows: Rows | undefined
  error: string | undefined
  /** Requests the rows again; an error stays until the response. */
  load: () => void
  /** Requests the rows again and clears the error at once. */
  retry: () => void
}

type ReadOptions<Rows> = {
  /** The call whose latest answer is stored in `rows`. */
  call: LeagueRead
  rows: Rows
  /** Requests the rows again when this value changes; without it, rows that are already loaded are reused. */
  reloadOn?: string | null
}

/** Requests rows when `input` changes. The league state has one error for all its calls, so the failure is kept here by request. */
export function useLeagueRead<Body, Arg extends object, Rows>(
  command: Command<Body, Arg>,
  input: Arg | undefined,
  { call, rows, reloadOn }: ReadOptions<Rows>,
): LeagueRows<Rows> {
  const send = useSend()
  const key = input && markOf(input)
  const loadedKey = useApp(({ virtualLeague }) => virtualLeague.answer_of[call])
  const [failure, setFailure] = useState<{ key: string; error: string } | undefined>()
  const load = (): void => {
    if (!input || key === undefined) return
    void send(command(input)).then((ended) => {
      const rejected = command.rejected.match(ended) ? ended : undefined
      setFailure(rejected && { key, error: rejected.payload?.error ?? rejected.error?.message ?? '' })
    })
  }
  const isLoaded = key !== undefined && key === loadedKey
  const loadIfNeeded = useEffectEvent(() => {
    if (reloadOn !== undefined || !isLoaded) load()
  })
  useEffect(() => loadIfNeeded(), [key, reloadOn])
  return {
    rows: isLoaded ? rows : undefined,
    load,
    error: failure && failure.key === key ? failure.error : undefined,
    retry: () => {
      setFailure(undefined)
      load()
    },
  }
}
