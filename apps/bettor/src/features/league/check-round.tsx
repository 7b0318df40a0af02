import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { downloader } from '@nare/client/download'
import { leagueReads } from '@nare/contract/league'
import type { PublishedSeason } from '@nare/league/verify'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { saveAnswer } from '../../play/save-file.ts'
import { call, session, stored } from '../../state/browser.ts'
import { checkSteps, isEnded, type PublishedRound, type Step, type StepName } from './check-steps.ts'
import { firstSeenSeal } from './seals.ts'
import style from './league.module.css'
import recordStyle from './records.module.css'

const download = downloader({ base: '', session, fetch: (...args) => fetch(...args) })

type Result = { round: PublishedRound; steps: Step[] }

/** Recomputes a round in this browser and describes each step, with the files to check it elsewhere. */
export function CheckRound({ id, roundId }: { id: string; roundId: string }) {
  const { t } = useLingui()
  const { busy, once } = useOnce()
  const [result, setResult] = useState<Result | undefined>()
  const [error, setError] = useState<string | undefined>()
  const run = async ({ withSeason }: { withSeason: boolean }): Promise<void> => {
    setError(undefined)
    const [round, prices] = await Promise.all([
      call(leagueReads.round, { round_id: roundId }),
      call(leagueReads.matches, { competition_id: id, round_id: roundId }),
    ])
    if (!round.ok) return setError(round.error)
    const { data } = round.body
    if (data.state === 'voided') return setError(t`This round was not played and all its stakes were returned.`)
    if (!isEnded(data)) return setError(t`This round can be checked once its play-out has ended.`)
    const season = withSeason ? await publishedSeason(data.season_id) : undefined
    if (withSeason && !season) return setError(t`The season's file could not be loaded. Please try again.`)
    const matches = prices.ok ? prices.body.data : undefined
    setResult({
      round: data,
      steps: checkSteps(data, { season, matches, firstSeenSeal: firstSeenSeal(stored, roundId) }),
    })
  }
  return (
    <section className={recordStyle.check} aria-label={t`Check this round`}>
      {!result && (
        <Button look="soft" wide disabled={busy} onClick={() => void once(() => run({ withSeason: false }))}>
          {busy ? t`Checking…` : t`Check this round`}
        </Button>
      )}
      {error && <Notice>{error}</Notice>}
      {result && <CheckSteps result={result} busy={busy} onSeason={() => void once(() => run({ withSeason: true }))} />}
    </section>
  )
}

function CheckSteps({
  result: { round, steps },
  busy,
  onSeason,
}: {
  result: Result
  busy: boolean
  onSeason: () => void
}) {
  const { t } = useLingui()
  const ok = steps.every((step) => step.ok)
  return (
    <>
      <Notice tone={ok ? 'good' : 'bad'}>
        {ok
          ? t`Everything fits. This round was decided before anyone could bet on it.`
          : t`Something doesn't fit. Save the files below and send them to us and to your regulator.`}
      </Notice>
      <ol>
        {steps.map((step) => (
          <li key={step.name} data-ok={step.ok}>
            <Icon name={step.ok ? 'check' : 'alert'} size={18} />
            <div>
              <p>
                <StepText name={step.name} />
              </p>
              <small>
                {step.ok ? (
                  <Plural value={step.compared} one="# value compared, equal" other="# values compared, all equal" />
                ) : (
                  <Plural
                    value={step.faults.length}
                    one={`# of ${step.compared} values differs`}
                    other={`# of ${step.compared} values differ`}
                  />
                )}
              </small>
              {step.faults.slice(0, 3).map(({ published, computed }) => (
                <code key={`${published} ${computed}`}>
                  {published} ≠ {computed}
                </code>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {!steps.some(({ name }) => name === 'season') && (
        <Button look="soft" wide disabled={busy} onClick={onSeason}>{t`Compare with the season's file too`}</Button>
      )}
      <details>
        <summary>{t`The numbers`}</summary>
        <dl>
          <dt>{t`Seal (commitment)`}</dt>
          <dd>
            <code>{round.commitment}</code>
          </dd>
          <dt>{t`Seed`}</dt>
          <dd>
            <code>{round.seed}</code>
          </dd>
          <dt>{t`Link of the chain`}</dt>
          <dd>
            <code>{round.link}</code>
          </dd>
          <dt>{t`Tip of the chain`}</dt>
          <dd>
            <code>{round.chain_tip}</code>
          </dd>
          <dt>{t`Hash of the tables`}</dt>
          <dd>
            <code>{round.tables_hash}</code>
          </dd>
        </dl>
      </details>
      <p className={style.links}>
        <Button small look="plain" onClick={() => saveAnswer(round, `round-${round.round_id}.json`)}>
          <Trans>Round file (JSON)</Trans>
        </Button>
        <a href={`/v1/nare-league/seasons/${encodeURIComponent(round.season_id)}.json`} download>
          <Trans>Season file (JSON)</Trans>
        </a>
      </p>
    </>
  )
}

function StepText({ name }: { name: StepName }) {
  const { t } = useLingui()
  switch (name) {
    case 'seal':
      return t`The seal shown before betting opened belongs to this seed, so the draw wasn't changed afterwards.`
    case 'chain':
      return t`The link leads back to the chain published before the season, so no round was swapped.`
    case 'seed':
      return t`The seed comes from the link and the name of the round, and from nothing else.`
    case 'tables':
      return t`The tables of chances are the published ones, and each adds up to exactly 100%.`
    case 'season':
      return t`The same tables are in the season's file, which was fixed before the season's first price.`
    case 'scores':
      return t`All scores, goals and minutes follow from the seed and the tables.`
    case 'prices':
      return t`The prices are those that the tables give at the stated return.`
  }
}

async function publishedSeason(seasonId: string): Promise<PublishedSeason | undefined> {
  const address = `/v1/nare-league/seasons/${encodeURIComponent(seasonId)}.json`
  const [season, file] = await Promise.all([
    call(leagueReads.season, { season_id: seasonId }),
    download(address, `season-${seasonId}.json`),
  ])
  if (!season.ok || !file.ok) return undefined
  const { season_hash, chain_tip, salt } = season.body
  return { text: await file.blob.text(), season_hash, chain_tip, ...(salt !== undefined && { salt }) }
}
