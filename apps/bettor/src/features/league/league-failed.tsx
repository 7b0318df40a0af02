import { Trans } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import type { ReactNode } from 'react'
import { fetchLeagueCompetitions, fetchPeriods } from '../../state/calls-league.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import style from './league.module.css'

/** What is shown while the league loads, and why it could not be loaded with a way to try again. */
export function LeagueFailed({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  const send = useSend()
  const error = useApp(({ virtualLeague }) => virtualLeague.error)
  const loading = useApp(({ virtualLeague }) => virtualLeague.loading)
  const id = useApp(({ virtualLeague }) => virtualLeague.competition_id)
  if (error === null || loading) return children
  const retry = (): void => {
    void send(fetchLeagueCompetitions({}))
    void send(fetchPeriods({ competition_id: String(id) }))
    onRetry?.()
  }
  return (
    <div className={style.failed}>
      <Notice>{error}</Notice>
      <Button onClick={retry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}
