import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { jackpot, jackpotSign, type JackpotView } from '@nare/contract/jackpot'
import type { Answer } from '@nare/contract/route'
import { Amount } from '@nare/ui/amount'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { MatchScore } from '../../play/match-score.tsx'
import { useLegProgress } from '../../state/use-bet-now.ts'
import { useRead } from '../../state/use-read.ts'
import { Retry } from '../../loading/retry.tsx'
import { CheckDraw } from './check-draw.tsx'
import { MatchPlace } from './match-place.tsx'
import { TierTable } from './past-pools.tsx'
import { useOutcomeName } from './texts.tsx'
import style from './past.module.css'

type Results = Answer<typeof jackpot.results>['data']
type Result = Results['matches'][number]

/** A closed pool: the known result of each match, and the winners once the pool is settled. */
export function PoolOutcome({ pool }: { pool: JackpotView }) {
  const { i18n, t } = useLingui()
  const { body, failed, loading, again } = useRead(jackpot.results, { id: pool.jackpot_id }, 15_000)
  const results = body?.data
  const known = results?.matches.filter(({ outcome }) => outcome !== undefined).length ?? 0
  return (
    <section className={style.past}>
      <h1 data-own>{pool.name}</h1>
      <p className={style.state} role="status">
        <State state={results?.state ?? pool.state} known={known} of={pool.matches.length} />{' '}
        <Link href="/my-bets?product=jackpot">{t`My jackpot tickets`}</Link>
      </p>
      {pool.state === 'closed' && (
        <p className={style.sums}>
          <Trans>
            To be won: <Amount value={pool.amount} />
          </Trans>
        </p>
      )}
      {!results && (!failed || loading) && <Skeleton rows={8} />}
      {!results && failed && !loading && <Retry why={failureText(i18n, failed)} again={again} />}
      {results?.state === 'settled' && (
        <>
          <TierTable tiers={results.tiers} />
          <p className={style.sums}>
            <Trans>
              Paid <Amount value={results.paid} />
            </Trans>
            {results.best !== null && (
              <>
                {' '}
                · <Trans>best line {results.best} right</Trans>
              </>
            )}
          </p>
        </>
      )}
      {results && (
        <ol className={style.matches}>
          {results.matches.map((result, at) => (
            <Match key={result.match_id} no={at + 1} result={result} pool={pool} />
          ))}
        </ol>
      )}
      {results && pool.void_policy === 'draw' && <CheckDraw results={results} />}
    </section>
  )
}

function State({ state, known, of }: { state: JackpotView['state']; known: number; of: number }) {
  const { t } = useLingui()
  switch (state) {
    case 'cancelled':
      return t`This pool was cancelled. All stakes were returned.`
    case 'settled':
      return t`All results are in.`
    case 'open':
    case 'closed':
      return (
        <>
          {t`This pool has closed.`}{' '}
          <Plural value={of} one={`${known} of # result is in.`} other={`${known} of # results are in.`} />
        </>
      )
  }
}

/** One match: teams, minute and score while it is live, and the outcome that counts. */
function Match({ no, result, pool }: { no: number; result: Result; pool: JackpotView }) {
  const { t } = useLingui()
  const nameOf = useOutcomeName()
  const match = pool.matches.find(({ match_id }) => match_id === result.match_id)
  const progress = useLegProgress({
    match_id: result.match_id,
    start_time: match?.start_time ?? '',
    result: result.full_time ?? (result.outcome === undefined ? null : ''),
  })
  const counts = result.outcome === 'void' ? result.drawn : result.outcome
  return (
    <li>
      <span className="num">{no}</span>
      <div>
        <b>
          {result.home_team} v {result.away_team}
        </b>
        <small>{match && <MatchPlace match={match} timeless />}</small>
      </div>
      <span className={`num ${style.score}`} data-live={progress?.phase === 'live' || undefined}>
        {result.outcome === 'void' ? t`Not played` : <MatchScore progress={progress} startTime={match?.start_time} />}
      </span>
      <span className={style.outcome}>
        {counts && (
          <>
            <b aria-hidden="true">{jackpotSign(counts)}</b>
            <span className="unseen">{nameOf(counts, result)}</span>
          </>
        )}
        {result.drawn && <small>{t`drawn`}</small>}
      </span>
    </li>
  )
}
