import type { CrashBet } from '@nare/contract/crash'
import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import { withheldView } from '#modules/tickets/tickets'
import type { CrashBetRow } from './bet-store.ts'
import { returnAt } from './flight.ts'
import type { CrashRoundRow } from './round-store.ts'

/** A multiplier in hundredths as text: "1.98". */
export const multiplierText = (hundredths: number | bigint): string => formatPrice(price(BigInt(hundredths) * 10n))

/** The return of a bet, in cents. */
export function returnedBy({
  stake,
  state,
  cashedOutAt,
}: Pick<CrashBetRow, 'stake' | 'state' | 'cashedOutAt'>): bigint {
  if (state === 'void') return stake
  return cashedOutAt === null ? 0n : returnAt(stake, cashedOutAt)
}

/** A bet in the contract's shape. With `asPlaced` it is shown as open, even if it has been decided since. */
export function betView(row: CrashBetRow, { asPlaced = false }: { asPlaced?: boolean } = {}): CrashBet {
  return {
    bet_id: String(row.betId),
    id: row.clientId,
    round_id: row.roundId,
    slot: row.slot,
    stake: formatMoney(money(row.stake)),
    auto_cash_out: row.target === null ? null : multiplierText(row.target),
    cashes_out_at: multiplierText(row.cap),
    state: asPlaced ? 'open' : row.state,
    ...(!asPlaced && row.cashedOutAt !== null && { cashed_out_at: multiplierText(row.cashedOutAt) }),
    returned: formatMoney(money(asPlaced ? 0n : returnedBy(row))),
    ...(!asPlaced && withheldView(returnedBy(row), row.withheld)),
    placed_at: row.placedAt.toISOString(),
  }
}

/** A settled round in the contract's shape. */
export function roundView({ roundId, chainId, gameNo, hash, crashPoint, startedAt }: CrashRoundRow) {
  return {
    round_id: roundId,
    chain_id: chainId,
    game_no: gameNo,
    hash: hash ?? '',
    crash_point: multiplierText(crashPoint ?? 100n),
    started_at: (startedAt ?? new Date(0)).toISOString(),
  }
}
