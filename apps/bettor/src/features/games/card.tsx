import { useLingui } from '@lingui/react/macro'
import { useMotion } from '../../play/use-motion.ts'
import style from './card.module.css'

const isRed = (card: string): boolean => card.startsWith('♥') || card.startsWith('♦')

type CardProps = {
  /** Such as "♠J"; without it, the back of a card. */
  card?: string
  small?: boolean
  /** The card lies there already and only turns over. */
  turns?: boolean
  /** When a new card is dealt, in milliseconds from now. */
  delayMs?: number
}

/** A playing card. A new one is dealt face down and turned over. */
export function PlayingCard({ card, small = false, turns = false, delayMs = 0 }: CardProps) {
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
      data-turns={turns || undefined}
      data-still={!isAnimated || undefined}
      style={delayMs > 0 ? { animationDelay: `${delayMs}ms` } : undefined}
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
