import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { Amount } from '@nare/ui/amount'
import { kickoff } from '@nare/ui/format'
import { Table } from '@nare/ui/table'
import { Link } from 'wouter'
import { tierPays, tiersOf } from './picks.ts'
import { ClosingTime, TieRule } from './texts.tsx'
import style from './past.module.css'

/** The rules of a pool: prizes by tier, ties, rollover, tickets, void matches, and a link to past pools. */
export function Rules({ pool }: { pool: JackpotView }) {
  const { t } = useLingui()
  const isShare = pool.mode !== 'fixed'
  return (
    <div className={style.rules}>
      <Table caption={isShare ? t`Prizes, by the pool as it is now` : t`Prizes`}>
        <thead>
          <tr>
            <th scope="col">{t`Right`}</th>
            {isShare && <th scope="col">{t`Share`}</th>}
            <th scope="col">{t`Prize`}</th>
          </tr>
        </thead>
        <tbody>
          {tiersOf(pool.tiers).map((tier) => (
            <tr key={tier.correct}>
              <td className="num">
                <Trans>
                  {tier.correct} of {pool.matches.length}
                </Trans>
              </td>
              {isShare && <td className="num">{tier.share}%</td>}
              <td>
                <Amount value={tierPays(tier, pool.pool)} />
                {tier.split && <small> {t`shared`}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ul>
        <li>
          <TieRule pool={pool} />
        </li>
        <Pot pool={pool} />
        <li>
          <Trans>
            A line is one result for each match and costs <Amount value={pool.stake} />. A second result for a match
            doubles the lines, a third makes three of each.
          </Trans>{' '}
          <Trans>
            At most {pool.max_doubles} doubles, {pool.max_triples} triples and {pool.max_lines} lines a ticket.
          </Trans>
        </li>
        <li>
          {t`Results count after normal time. The pool closes at the first kick-off:`}{' '}
          <ClosingTime at={pool.closes_at} />.
        </li>
        <VoidRule pool={pool} />
        <li>{t`The percentages beside 1, X and 2 say how many of all lines picked each result.`}</li>
        <li>{t`"Pick the rest for me" draws a result for each open match; likelier ones come up more often.`}</li>
        <li>
          <Trans>
            By SMS: <code>{`JP${pool.code}#1,X,12`}</code>, a comma between matches, in the order of the list.
          </Trans>
        </li>
      </ul>
      <Link href="/jackpot?past=">{t`Past jackpots and their winners`}</Link>
    </div>
  )
}

/** The source of the pool's money, and what happens to it if nobody wins. */
function Pot({ pool }: { pool: JackpotView }) {
  const { i18n, t } = useLingui()
  const carried = pool.pool?.carried_over
  const by = pool.deadline && kickoff(pool.deadline, i18n.locale)
  return (
    <>
      {carried !== undefined && Number(carried) > 0 && (
        <li>
          <Trans>
            <Amount value={carried} /> of the pool rolled over from the one before.
          </Trans>
        </li>
      )}
      {pool.mode === 'must_be_won' ? (
        <li>
          {by ? (
            <Trans>
              It must be won: if it ends at or after {by}, the lines with the best score share what nobody hit. Before
              that, a prize that nobody hits rolls over.
            </Trans>
          ) : (
            t`It must be won: the lines with the best score share what nobody hit.`
          )}
        </li>
      ) : (
        pool.mode === 'pool' && <li>{t`A prize that nobody hits rolls over to the next pool of this name.`}</li>
      )}
    </>
  )
}

/** What happens when a match isn't played. */
function VoidRule({ pool }: { pool: JackpotView }) {
  const { t } = useLingui()
  switch (pool.void_policy) {
    case 'draw':
      return (
        <li>
          {t`A match that isn't played gets a result from a public draw with equal chances. Its seal is fixed now:`}{' '}
          <code>{pool.commitment}</code>
        </li>
      )
    case 'counts_won':
      return (
        <li>
          {t`In a match that isn't played every result is right, and the prizes are smaller:`}
          <ul>
            {(pool.reduced ?? []).map(({ voids, correct, percent }) => (
              <li key={`${voids}-${correct}`}>
                <Plural value={voids} one="# such match" other="# such matches" />,{' '}
                <Trans>
                  {correct} right: {percent}% of the prize
                </Trans>
              </li>
            ))}
          </ul>
          {t`With more of them all stakes go back.`}
        </li>
      )
    case 'drop':
      return <li>{t`For each match that isn't played a prize needs one right less.`}</li>
    case 'cancel':
      return (
        <li>
          <Plural
            value={pool.cancel_at ?? 1}
            one="If # match isn't played, all stakes go back."
            other="If # matches aren't played, all stakes go back. Below that a prize needs one right less for each."
          />
        </li>
      )
  }
}
