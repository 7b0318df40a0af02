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
import { saveAnswer } from '../../play/save-file.ts'
import { call, serverNow, stored } from '../../state/browser.ts'
import { checkedRound, isCheckable, type Checked } from './check.ts'
import { StepText } from './check-text.tsx'
import { SumText } from './outcome.tsx'
import { taxedRound } from './taxed.ts'
import { firstSeenSeal } from './seals.ts'
import style from './fairness.module.css'

const perPage = 20

/** The bettor's rounds of a game, each with its check. */
export function RoundChecks({ game }: { game: GameName }) {
  const { i18n, t } = useLingui()
  return (
    <section>
      <h3>{t`Your rounds`}</h3>
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
            <EmptyState drawing="bets">{t`Rounds that you play will be here`}</EmptyState>
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
  const { i18n, t } = useLingui()
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
            · {round.state === 'done' ? <SumText round={taxedRound(round)} /> : t`Open`}
          </small>
        </span>
        {isCheckable(round) ? (
          <Button small look="soft" onClick={() => void check()}>{t`Check this round`}</Button>
        ) : (
          <small>{round.state === 'open' ? t`You can check it once it has ended` : t`Change seeds to check it`}</small>
        )}
      </p>
      {error && <Notice>{error}</Notice>}
      {checked && <CheckSteps {...checked} />}
    </li>
  )
}

function CheckSteps({ round, result: { steps, refused } }: { round: GameRound; result: Checked }) {
  const { t } = useLingui()
  const wrong = steps.filter(({ ok }) => !ok).length + (refused === undefined ? 0 : 1)
  const { fairness } = round
  return (
    <div className={style.steps}>
      <Notice tone={wrong === 0 ? 'good' : 'bad'}>
        {wrong === 0 ? (
          t`Everything fits. This round was decided by the seeds, and paid by the rules.`
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
        <summary>{t`The numbers`}</summary>
        <dl>
          <dt>{t`Server's seed`}</dt>
          <dd>
            <code>{fairness.server_seed}</code>
          </dd>
          <dt>{t`Fingerprint of the server's seed`}</dt>
          <dd>
            <code>{fairness.server_seed_hash}</code>
          </dd>
          <dt>{t`Your seed and the round's number`}</dt>
          <dd>
            <code>
              {fairness.client_seed}:{fairness.nonce}
            </code>
          </dd>
        </dl>
      </details>
      <Button
        small
        look="plain"
        onClick={() => saveAnswer(round, `round-${round.round_id}.json`)}
      >{t`Save this round (JSON)`}</Button>
    </div>
  )
}
