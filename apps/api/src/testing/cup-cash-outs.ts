import { randomUUID } from 'node:crypto'
import { cashOut } from '@nare/contract/cash-out'
import { parseMoney } from '@nare/money/money'
import type { Call, Dice, PlayedBet } from './cup-bettors.ts'

type CashingOut = {
  readonly call: Call
  readonly roll: Dice
  /** The maximum number of bets that are cashed out each time. */
  readonly cashOutsMax: number
  readonly count: (answer: string) => void
}

const latestBets = 400
const partEvery = 3

/** Quotes some of the latest bets and immediately cashes them out, wholly or in part. The bets record the stake left. */
export function openCashOuts({ call, roll, cashOutsMax, count }: CashingOut) {
  async function takeCashOut(bet: PlayedBet): Promise<void> {
    const { betId: bet_id, bettor } = bet
    const quote = await call(cashOut.quote, { bet_id }, bettor.token)
    if (quote.status !== 200) return count(`cash-out value: ${String(quote.body['reason'] ?? quote.body['code'])}`)
    const part = roll(partEvery) === 0 ? { part: `0.${10 + roll(80)}` } : {}
    const input = { bet_id, id: randomUUID(), quote_id: quote.body.quote_id, ...part }
    const { status, body } = await call(cashOut.take, input, bettor.token)
    if (status !== 200) return count(`cash-out: ${String(body['reason'] ?? body['code'])}`)
    const possibleWin = parseMoney(quote.body.left.possible_win) ?? 0n
    const amount = parseMoney(body.amount) ?? 0n
    if (amount <= 0n || amount > possibleWin)
      throw new Error(`${body.amount} was paid for a bet that can win ${possibleWin}`)
    bet.paid += amount
    bet.stake = body.bet.left ? (parseMoney(body.bet.left.stake) ?? 0n) : 0n
    if (bet.stake === 0n && body.bet.state !== 'cashed_out')
      throw new Error(`bet ${bet_id} has nothing left and is not cashed out`)
    count(bet.stake === 0n ? 'cashed out' : 'cashed out in part')
  }

  return (bets: readonly PlayedBet[]): (() => Promise<void>)[] => {
    const from = Math.max(0, bets.length - latestBets)
    const wanted = new Set(Array.from({ length: cashOutsMax }, () => bets[from + roll(bets.length - from || 1)]))
    return [...wanted].flatMap((bet) => (bet && bet.stake > 0n ? [() => takeCashOut(bet)] : []))
  }
}
