import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PromotionFacts, PromotionKind } from '@nare/contract/promotions'
import { Amount } from '@nare/ui/amount'
import type { ReactNode } from 'react'
import { useProductText } from '../../play/product-text.ts'
import style from './rewards.module.css'

type FactsProps = { kind: PromotionKind; facts: PromotionFacts; brief?: boolean }

/** The main terms of a promotion; `brief` limits them to eligibility, maximum reward and wagering. */
export function FactList({ kind, facts, brief = false }: FactsProps) {
  const { t } = useLingui()
  const productText = useProductText()
  const { min_deposit, wager, min_odds, days, min_stake, min_legs, min_leg, trigger, new_only, claim_days, cost_cap } =
    facts
  const list = facts.products.map(productText).join(', ')
  const isBonus = kind !== 'points'
  const isBet = trigger === 'bet'
  const fact = (name: string, value: ReactNode) => (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <dl className={style.facts} data-brief={brief || undefined}>
      {fact(t`For`, new_only ? t`New accounts` : t`Everyone`)}
      {fact(t`You get`, <Reward kind={kind} facts={facts} />)}
      {isBonus && fact(t`Wagering`, <Wagering wager={wager} minOdds={min_odds} />)}
      {!brief && (
        <>
          {min_deposit !== null && fact(t`Smallest deposit`, <Amount value={min_deposit} />)}
          {min_stake !== null && fact(t`Smallest stake`, <Amount value={min_stake} />)}
          {min_legs !== null &&
            fact(
              t`Picks of your multi`,
              <Trans>
                {min_legs} or more, each at {min_leg} or more
              </Trans>,
            )}
          {isBet && min_odds !== null && fact(t`Odds of your bet`, <Trans>{min_odds} or more</Trans>)}
          {isBet && list !== '' && fact(t`Bets that count`, list)}
          {isBonus && days !== null && fact(t`The bonus lasts`, <Days count={days} />)}
          {fact(t`Time after joining`, <Days count={claim_days} />)}
          {fact(
            t`In all, for everyone`,
            <Trans>
              Up to <Amount value={cost_cap} />
            </Trans>,
          )}
        </>
      )}
    </dl>
  )
}

const Days = ({ count }: { count: number }) => <Plural value={count} one="# day" other="# days" />

/** The reward of a promotion with its maximum. */
function Reward({ kind, facts: { percent, most, points, per_bet } }: Pick<FactsProps, 'kind' | 'facts'>) {
  switch (kind) {
    case 'deposit_match':
      return (
        <Trans>
          {percent ?? 0}% of your deposit, up to <Amount value={most} />
        </Trans>
      )
    case 'boost':
      return (
        <Trans>
          {percent ?? 0}% on top of your winnings, up to <Amount value={most} />
        </Trans>
      )
    case 'insurance':
      return (
        <Trans>
          Your stake back if exactly one pick loses, up to <Amount value={per_bet} /> a bet and <Amount value={most} />{' '}
          in all
        </Trans>
      )
    case 'free_bet':
      return (
        <Trans>
          <Amount value={most} /> of bonus for a bet
        </Trans>
      )
    case 'points': {
      const bound = <Plural value={points ?? 0} one="# point" other="# points" />
      return percent === null ? (
        bound
      ) : (
        <Trans>
          {percent}% more points on your bets, up to {bound}
        </Trans>
      )
    }
  }
}

/** The number of times that a bonus must be staked before it becomes cash. */
function Wagering({ wager, minOdds }: { wager: number | null; minOdds: string | null }) {
  if (!wager) return <Trans>None: what it wins is cash</Trans>
  return minOdds === null ? (
    <Plural value={wager} one="Bet the bonus once" other="Bet the bonus # times" />
  ) : (
    <>
      <Plural value={wager} one="Bet the bonus once" other="Bet the bonus # times" />{' '}
      <Trans>at odds of {minOdds} or more</Trans>
    </>
  )
}
