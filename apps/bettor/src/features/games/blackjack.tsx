import { useLingui } from '@lingui/react/macro'
import { valueOf } from '@nare/games/blackjack-hand'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { useApp } from '../../state/hooks.ts'
import { useOnline } from '../../slip/use-online.ts'
import { BetButton } from './bet-button.tsx'
import { PlayingCard } from './card.tsx'
import { dealerDelay, dealMs, dealtMs, playerDelay } from './deal.ts'
import { GameFrame } from './frame.tsx'
import { pressMove } from './keys.ts'
import { useSteady } from '../../slip/use-steady.ts'
import { useRevealed } from './reveal.ts'
import { StakeField, useStake } from './stake.tsx'
import { useGameSession, type Play } from './use-game-session.ts'
import style from './blackjack.module.css'

/** The largest multiplier: both hands of a split are doubled and win, which pays eight stakes. */
const maxMultiplier = 80_000n

type Move = 'hit' | 'stand' | 'double' | 'split' | 'insurance'
type Round = NonNullable<Play<'blackjack'>['round']>

const totalOf = (cards: readonly string[]): number => valueOf(cards).total

/** Blackjack against the house with an infinite deck; the dealer stands on all 17. */
export function Blackjack() {
  const { t } = useLingui()
  const play = useGameSession('blackjack')
  const stake = useStake('blackjack', maxMultiplier)
  const { round, open } = play
  const step = `${round?.round_id ?? ''} ${round?.moves.length ?? 0}`
  const isRevealed = useRevealed(step, round ? dealtMs(round) + dealMs : 0)
  const outcomeOf = ({ state, result }: Round): string => {
    const [hands, dealer] = [result.player.map(totalOf).join(t` and `), totalOf(result.dealer)]
    if (state === 'done') return t`You have ${hands}, the dealer ${dealer}.`
    const hand = totalOf(result.player[result.playing ?? 0] ?? [])
    return result.player.length > 1
      ? t`Hand ${(result.playing ?? 0) + 1} has ${hand}, the dealer shows ${dealer}.`
      : t`You have ${hand}, the dealer shows ${dealer}.`
  }
  return (
    <GameFrame
      play={play}
      isRevealed={isRevealed}
      outcome={outcomeOf}
      chip={({ result }) => `${result.player.map(totalOf).join('/')}:${totalOf(result.dealer)}`}
      keys={[
        { keys: ['h'], name: t`hit`, act: () => pressMove('hit') },
        { keys: ['t'], name: t`stand`, act: () => pressMove('stand') },
        { keys: ['x'], name: t`double down`, act: () => pressMove('double') },
        { keys: ['p'], name: t`split`, act: () => pressMove('split') },
        { keys: ['i'], name: t`insurance`, act: () => pressMove('insurance') },
      ]}
      stage={<Cards round={round} isRevealed={isRevealed} />}
      controls={<Extras play={play} />}
      stake={<StakeField value={stake} open={open} />}
      button={
        open ? (
          <HitOrStand play={play} step={step} />
        ) : (
          <BetButton play={play} stake={stake} isReady={isRevealed} options={{}} />
        )
      }
    />
  )
}

/** The dealer's cards above, the player's hands below; the active hand is marked. Totals follow the cards that are dealt. */
function Cards({ round, isRevealed }: { round: Play<'blackjack'>['round']; isRevealed: boolean }) {
  const { t } = useLingui()
  const isOpen = round?.state === 'open'
  const hands = round?.result.player ?? [[]]
  return (
    <div className={style.cards} key={round?.round_id}>
      <Hand
        name={t`Dealer`}
        cards={round?.result.dealer ?? []}
        hidden={isOpen ? 1 : round ? 0 : 2}
        isCounted={isRevealed}
        delayOf={(at) => (round ? dealerDelay(round, at) : 0)}
        turnsAt={round && round.moves.length > 0 ? 1 : undefined}
      />
      <div className={style.hands}>
        {hands.map((cards, hand) => (
          <Hand
            key={hand}
            name={hands.length > 1 ? t`Hand ${hand + 1}` : t`You`}
            cards={cards}
            hidden={round ? 0 : 2}
            isPlaying={isOpen && hands.length > 1 && round.result.playing === hand}
            isCounted={isRevealed}
            delayOf={(at) => (round ? playerDelay(round, { hand, at }) : 0)}
          />
        ))}
      </div>
    </div>
  )
}

type HandProps = {
  name: string
  cards: readonly string[]
  hidden: number
  isPlaying?: boolean
  isCounted: boolean
  /** When a card is dealt that is not there yet. */
  delayOf: (at: number) => number
  /** The card that lay face down and turns over. */
  turnsAt?: number | undefined
}

function Hand({ name, cards, hidden, isPlaying = false, isCounted, delayOf, turnsAt }: HandProps) {
  const { t } = useLingui()
  const total = cards.length > 0 ? totalOf(cards) : undefined
  return (
    <div
      role="group"
      aria-label={isPlaying ? t`${name}, in play` : name}
      className={style.hand}
      data-playing={isPlaying || undefined}
    >
      <p>
        {isPlaying && <span aria-hidden="true">▸ </span>}
        {name}{' '}
        {total !== undefined && <b className="num">{!isCounted ? '…' : total > 21 ? t`${total}, bust` : total}</b>}
      </p>
      <div>
        {cards.map((card, at) => (
          <PlayingCard key={at} card={card} turns={at === turnsAt} delayMs={delayOf(at)} />
        ))}
        {Array.from({ length: hidden }, (_, at) => (
          <PlayingCard key={`hidden ${at}`} delayMs={delayOf(cards.length + at)} />
        ))}
      </div>
    </div>
  )
}

/** Hit and Stand, which replace the main button. */
function HitOrStand({ play, step }: { play: Play<'blackjack'>; step: string }) {
  const { t } = useLingui()
  const online = useOnline()
  const isSteady = useSteady(step)
  const canMove = play.phase === 'idle' && online
  const button = (move: Move, label: string, look: 'primary' | 'soft') => (
    <Button
      wide
      look={look}
      data-move={move}
      aria-disabled={!canMove || undefined}
      onClick={() => canMove && isSteady && void play.gameSession.move(move)}
    >
      {label}
    </Button>
  )
  if (!online || play.phase === 'checking')
    return (
      <Button wide aria-disabled>
        {online ? t`Checking…` : t`You're offline; the round waits`}
      </Button>
    )
  return (
    <div className={style.moves}>
      {button('hit', t`Hit`, 'primary')}
      {button('stand', t`Stand`, 'soft')}
    </div>
  )
}

/** The moves that need more stake: double, split and insurance, each with its cost, if the hand allows it. */
function Extras({ play }: { play: Play<'blackjack'> }) {
  const { t } = useLingui()
  const text = useAmountText()
  /** Undefined until it is loaded. */
  const balance = useApp(({ auth }) => parseMoney(auth.user?.balance ?? ''))
  const { open } = play
  const stake = parseMoney(open?.stake ?? '') ?? money(0n)
  const isTaken = (move: Move): boolean => move === 'insurance' && (open?.moves.includes(move) ?? false)
  const extras: { move: Move; name: string; cost: bigint }[] = [
    { move: 'double', name: t`Double`, cost: stake },
    { move: 'split', name: t`Split`, cost: stake },
    { move: 'insurance', name: t`Insurance`, cost: stake / 2n },
  ]
  return (
    <div className={style.extras} role="group" aria-label={t`With more stake`}>
      {extras.map(({ move, name, cost }) => {
        const isAllowed = open?.result.allowed?.includes(move) ?? false
        const isPayable = balance !== undefined && balance >= cost
        const canTake = isAllowed && isPayable && play.phase === 'idle'
        const amount = text(formatMoney(money(cost)))
        return (
          <button
            key={move}
            type="button"
            data-move={move}
            aria-disabled={!canTake || undefined}
            onClick={() => canTake && void play.gameSession.move(move)}
          >
            <b>{name}</b>
            <small className="num">
              {!open
                ? ' '
                : isTaken(move)
                  ? t`taken`
                  : !isAllowed
                    ? t`not now`
                    : balance === undefined
                      ? '…'
                      : isPayable
                        ? t`+ ${amount}`
                        : t`needs ${amount}`}
            </small>
          </button>
        )
      })}
    </div>
  )
}
