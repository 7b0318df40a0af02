import type { ReactNode } from 'react'
import { fetchLeagueCompetitions, fetchPeriods } from '../../state/calls-league.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { Retry } from '../../loading/retry.tsx'
import style from './league.module.css'

type FailedProps = {
  error: string | undefined
  onRetry: () => void
  /** Shown while nothing has failed. */
  children: ReactNode
}

/** Shows why something could not be loaded, with a button that requests it again. */
export function LeagueFailed({ error, onRetry, children }: FailedProps) {
  if (error === undefined) return children
  return (
    <div className={style.failed}>
      <Retry why={error} again={onRetry} />
    </div>
  )
}

/** Shows why the rounds could not be loaded. The league clock requests the rounds again automatically. */
export function RoundsFailed({ children }: { children: ReactNode }) {
  const send = useSend()
  const error = useApp(({ virtualLeague }) => virtualLeague.periods_error)
  const id = useApp(({ virtualLeague }) => virtualLeague.competition_id)
  const retry = (): void => {
    void send(fetchLeagueCompetitions({}))
    void send(fetchPeriods({ competition_id: String(id) }))
  }
  return (
    <LeagueFailed error={error ?? undefined} onRetry={retry}>
      {children}
    </LeagueFailed>
  )
}
