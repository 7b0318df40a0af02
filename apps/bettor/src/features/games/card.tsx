import { useLingui } from '@lingui/react/macro'
import { useMotion } from '../../play/use-motion.ts'
import style from './card.module.css'

const isRed = (card: string): boolean => card.startsWith('♥') || card.startsWith('♦')

/** A playing card such as "♠J"; without `card`, the back of a card. */
export function PlayingCard({ card, small = false }: { card?: string; small?: boolean }) {
  const { t } = useLingui()
  const isAnimated = useMotion()
  const names: Readonly<Record<string, string>> = {
    '♠': t`spades`,
    '♥': t`hearts`,
    '♦': t`diamonds`,
    '♣': t`clubs`,
  }
  const [suit, rank] = [card?.slice(0, 1) ?? '', card?.slice(1) ?? '']
  return (
    <span
      className={style.card}
      data-red={(card && isRed(card)) || undefined}
      data-back={!card || undefined}
      data-small={small || undefined}
      data-still={!isAnimated || undefined}
    >
      <span className="unseen">{card ? `${rank} ${names[suit] ?? ''}` : t`hidden card`}</span>
      {card && (
        <span aria-hidden="true">
          <b className="num">{rank}</b>
          <i>{suit}</i>
        </span>
      )}
    </span>
  )
}
