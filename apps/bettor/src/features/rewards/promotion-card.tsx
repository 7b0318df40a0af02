import { Trans } from '@lingui/react/macro'
import type { PromotionRow } from '@nare/contract/promotions'
import { Link } from 'wouter'
import { FactList } from './facts.tsx'
import { OptIn } from './opt-in.tsx'
import { StateChip } from './state-chip.tsx'
import { useDeadline } from './dates.ts'
import style from './rewards.module.css'

type CardProps = { promotion: PromotionRow; onChanged: () => void }

/** The card of a promotion: title, text, main terms, end, and the button to join. */
export function PromotionCard({ promotion, onChanged }: CardProps) {
  const { promotion_id, title, summary, state, ends_at, facts } = promotion
  const deadline = useDeadline()
  const end = deadline(ends_at)
  return (
    <li className={style.card} data-over={state === 'over' || state === 'used' || undefined}>
      <h3>
        <Link href={`/promo/${encodeURIComponent(promotion_id)}`}>{title}</Link> <StateChip state={state} />
      </h3>
      <p>{unbroken(summary)}</p>
      <FactList kind={promotion.kind} facts={facts} brief />
      <p className={style.note}>
        {state === 'over' ? <Trans>Ended {end}</Trans> : <Trans>Ends {end}</Trans>} ·{' '}
        <Link href={`/promo/${encodeURIComponent(promotion_id)}`}>
          <Trans>Full terms</Trans>
        </Link>
      </p>
      <OptIn promotion={promotion} onChanged={onChanged} />
    </li>
  )
}

/** The operator's text, with no line break between a currency sign and its amount. */
const unbroken = (text: string): string => text.replaceAll(/\b([A-Z]\w{1,2}) (?=\d)/g, '$1\u00a0')
