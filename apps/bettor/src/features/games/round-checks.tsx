import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { GameName } from '@nare/contract/game-shapes'
import { games, type GameRound } from '@nare/contract/games'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { EmptyState } from '@nare/ui/empty-state'
import { shortTime } from '@nare/ui/format'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { PagedList } from '../../paging/paged-list.tsx'
import { call, serverNow, stored } from '../../state/browser.ts'
import { checkedRound, isCheckable, type Checked } from './check.ts'
import { StepText } from './check-text.tsx'
import { SumText } from './outcome.tsx'
import { firstSeenSeal } from './seals.ts'
import style from './fairness.module.css'

const perPage = 20

/** The bettor's rounds of a game, each with its check. */
export function RoundChecks({ game }: { game: GameName }) {
  const { i18n } = useLingui()
  return (
    <section>
      <h3>
        <Trans>Your rounds</Trans>
      </h3>
      <PagedList
        route={games.rounds}
        filter={{ game }}
        perPage={perPage}
        freshMs={0}
        idOf={({ round_id }) => round_id}
        failed={(failed) => failureText(i18n, failed)}
      >
        {({ rows: rounds, page }) =>
          page === 1 && rounds.length === 0 ? (
            <EmptyState drawing="bets">
              <Trans>Rounds that you play will be here</Trans>
            </EmptyState>
          ) : (
            <ul className={style.rounds}>
              {rounds.map((round) => (
                <Round key={round.round_id} round={round} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </section>
  )
}

function Round({ round }: { round: GameRound }) {
  const { i18n } = useLingui()
  const [checked, setChecked] = useState<{ round: GameRound; result: Checked } | undefined>()
  const [error, setError] = useState<string | undefined>()
  const check = async (): Promise<void> => {
    // The list may have been loaded before the seed was published.
    const reply = await call(games.round, { round_id: round.round_id })
    const latest = reply.ok ? reply.body.data : round
    if (!isCheckable(latest)) return setError(reply.ok ? undefined : failureText(i18n, reply))
    setError(undefined)
    setChecked({ round: latest, result: checkedRound(latest, firstSeenSeal(stored, latest.round_id)) })
  }
  return (
    <li>
      <p>
        <span>
          <b className="num">#{round.round_id}</b>{' '}
          <small className="num">{shortTime(round.placed_at, { locale: i18n.locale, nowMs: serverNow() })}</small>
          <small>
            <Trans>
              Stake <Amount value={round.staked} />
            </Trans>{' '}
            · {round.state === 'done' ? <SumText round={round} /> : <Trans>Open</Trans>}
          </small>
        </span>
        {isCheckable(round) ? (
          <Button small look="soft" onClick={() => void check()}>
            <Trans>Check this round</Trans>
          </Button>
        ) : (
          <small>
            {round.state === 'open' ? (
              <Trans>You can check it once it has ended</Trans>
            ) : (
              <Trans>Change seeds to check it</Trans>
            )}
          </small>
        )}
      </p>
      {error && <Notice>{error}</Notice>}
      {checked && <CheckSteps {...checked} />}
    </li>
  )
}

function CheckSteps({ round, result: { steps, refused } }: { round: GameRound; result: Checked }) {
  const wrong = steps.filter(({ ok }) => !ok).length + (refused === undefined ? 0 : 1)
  const { fairness } = round
  return (
    <div className={style.steps}>
      <Notice tone={wrong === 0 ? 'good' : 'bad'}>
        {wrong === 0 ? (
          <Trans>Everything fits. This round was decided by the seeds, and paid by the rules.</Trans>
        ) : (
          <Plural
            value={wrong}
            one="# thing doesn't fit. Save this round and send it to us and to your regulator."
            other="# things don't fit. Save this round and send it to us and to your regulator."
          />
        )}
      </Notice>
      <ol>
        {steps.map(({ name, ok, published, computed }) => (
          <li key={name} data-ok={ok}>
            <Icon name={ok ? 'check' : 'alert'} size={18} />
            <div>
              <StepText name={name} round={round} />
              {!ok && (
                <code>
                  {published} ≠ {computed}
                </code>
              )}
            </div>
          </li>
        ))}
      </ol>
      <details>
        <summary>
          <Trans>The numbers</Trans>
        </summary>
        <dl>
          <dt>
            <Trans>Server's seed</Trans>
          </dt>
          <dd>
            <code>{fairness.server_seed}</code>
          </dd>
          <dt>
            <Trans>Fingerprint of the server's seed</Trans>
          </dt>
          <dd>
            <code>{fairness.server_seed_hash}</code>
          </dd>
          <dt>
            <Trans>Your seed and the round's number</Trans>
          </dt>
          <dd>
            <code>
              {fairness.client_seed}:{fairness.nonce}
            </code>
          </dd>
        </dl>
      </details>
      <Button small look="plain" onClick={() => save(round)}>
        <Trans>Save this round (JSON)</Trans>
      </Button>
    </div>
  )
}

function save(round: GameRound): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ data: round }, null, 1)], { type: 'application/json' }))
  link.download = `round-${round.round_id}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
