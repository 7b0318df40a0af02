import { Trans, useLingui } from '@lingui/react/macro'
import type { jackpot } from '@nare/contract/jackpot'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { checkDraw, type DrawCheck } from './draw-check.ts'
import { useOutcomeName } from './texts.tsx'
import style from './past.module.css'

type Results = Answer<typeof jackpot.results>['data']

/** An explanation of how the outcomes of void matches are drawn, and a button that repeats the draw in this browser. */
export function CheckDraw({ results }: { results: Results }) {
  const { t } = useLingui()
  const [check, setCheck] = useState<DrawCheck | undefined>()
  const voids = results.matches.filter(({ outcome }) => outcome === 'void').length
  return (
    <section className={style.check} aria-label={t`The draw of void matches`}>
      <h2>{t`The draw of void matches`}</h2>
      <p>
        <Trans>
          A match that isn't played gets a result from a public draw: home, draw and away have the same chance. The seed
          of the draw was fixed before the pool opened. Its fingerprint, the seal, was shown from then on, so nobody
          could choose the results afterwards.
        </Trans>
      </p>
      {voids === 0 && results.state === 'settled' && (
        <p>{t`Every match of this pool was played, so nothing was drawn.`}</p>
      )}
      {results.seed === undefined ? (
        <p>{t`The seed is published here when the pool is settled.`}</p>
      ) : check ? (
        <Checked check={check} />
      ) : (
        <Button small look="soft" onClick={() => setCheck(checkDraw(results))}>
          <Trans>Check the draw on this device</Trans>
        </Button>
      )}
      <details>
        <summary>{t`The numbers`}</summary>
        <dl>
          <dt>{t`Seal (SHA-256 of the seed)`}</dt>
          <dd>
            <code>{results.commitment}</code>
          </dd>
          {results.seed !== undefined && (
            <>
              <dt>{t`Seed`}</dt>
              <dd>
                <code>{results.seed}</code>
              </dd>
            </>
          )}
        </dl>
        <p>
          <Trans>
            For each void match, HMAC-SHA256 with the seed's bytes as the key and{' '}
            <code>{`${results.jackpot_id}:<match_id>:0`}</code> as the message gives a number from its first four bytes.
            Its first third is home, the second a draw, the last away.
          </Trans>
        </p>
        <p>
          <a href={`/v1/jackpots/${encodeURIComponent(results.jackpot_id)}/results`}>
            <Trans>Results file (JSON), to check it elsewhere</Trans>
          </a>
        </p>
      </details>
    </section>
  )
}

function Checked({ check }: { check: DrawCheck }) {
  const { t } = useLingui()
  const nameOf = useOutcomeName()
  const fits = check.sealFits && check.draws.every((draw) => draw.fits)
  return (
    <>
      <Notice tone={fits ? 'good' : 'bad'}>
        {fits
          ? t`Everything fits. The draw was decided before anyone could bet on this pool.`
          : t`Something doesn't fit. Save the results file and send it to us and to your regulator.`}
      </Notice>
      <ul>
        <li data-ok={check.sealFits}>
          <Icon name={check.sealFits ? 'check' : 'alert'} size={18} />{' '}
          {check.sealFits
            ? t`The seed has the seal that was shown from the opening.`
            : t`The seed doesn't have the seal that was shown from the opening.`}
        </li>
        {check.draws.map((draw) => {
          const result = nameOf(draw.computed, draw)
          const teams = t`${draw.home_team} v ${draw.away_team}`
          return (
            <li key={draw.match_id} data-ok={draw.fits}>
              <Icon name={draw.fits ? 'check' : 'alert'} size={18} />{' '}
              <Trans>
                {teams}: the seed draws {result}.
              </Trans>
            </li>
          )
        })}
      </ul>
    </>
  )
}
