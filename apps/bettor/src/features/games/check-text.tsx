import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { GameRound } from '@nare/contract/games'
import type { StepName } from './check.ts'

/** The text of a step of the check. */
export function StepText({ name, round }: { name: StepName; round: GameRound }) {
  const { t } = useLingui()
  switch (name) {
    case 'hash':
      return t`The server's seed has the fingerprint (SHA-256) that was fixed before the round.`
    case 'seen':
      return t`It's the same fingerprint that this phone saw when you played.`
    case 'result':
      return <ResultText round={round} />
    case 'stakes':
      return t`The stakes are those of your bet and your moves.`
    case 'multiplier':
      return t`The multiplier is the one that this result has in the published rules.`
    case 'payout':
      return t`The payout follows from the stake, cut down to the cent.`
  }
}

/** Describes how the seeds determine the result. */
function ResultText({ round }: { round: GameRound }) {
  const { t } = useLingui()
  const counted = (numbers: readonly number[]): string => numbers.map((number) => number + 1).join(', ')
  switch (round.game) {
    case 'dice':
      return <Trans>The seeds give one number, and it is the roll {round.result.roll}.</Trans>
    case 'limbo':
      return <Trans>The seeds give one number, and it is the multiplier {round.result.multiplier}.</Trans>
    case 'mines':
      return <Trans>The seeds put the mines on the fields {counted(round.result.mines ?? [])}.</Trans>
    case 'plinko': {
      const path = round.result.path.map((right) => (right === 1 ? t`right` : t`left`)).join(', ')
      return <Trans>The seeds give a turn for each row: {path}.</Trans>
    }
    case 'keno':
      return <Trans>The seeds draw the numbers {counted(round.result.drawn)}.</Trans>
    case 'wheel':
      return <Trans>The seeds give one number, and it picks segment {round.result.segment + 1}.</Trans>
    case 'roulette':
      return <Trans>The seeds give one number, and it picks the {round.result.number}.</Trans>
    case 'hi-lo':
      return <Trans>The seeds deal the cards in this order: {round.result.cards.join(' ')}.</Trans>
    case 'blackjack': {
      const count = round.result.player.flat().length + round.result.dealer.length
      return (
        <Plural
          value={count}
          one="The seeds deal the card in order."
          other="The seeds deal these # cards, in this order."
        />
      )
    }
  }
}
