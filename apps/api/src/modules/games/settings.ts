import { sql } from 'kysely'
import { operatedGames, type OperatedGame as GameName } from '@nare/contract/operator-games'
import { returnPercent } from '@nare/games/games'
import { money, type Money } from '@nare/money/money'
import type { Country } from '#country/country'
import { queryRow, queryRows, transact, type Db, type Tx } from '#platform/db'
import { lockExclusive, lockShared } from '#platform/locks'

type Rules = Country['games']
const lockIds: readonly GameName[] = operatedGames

/** The settings that an operator has made for a game. Null means the house's value. */
export type Setting = {
  readonly game: GameName
  readonly pausedBy: string | null
  readonly minStake: bigint | null
  readonly maxStake: bigint | null
  readonly maxWin: bigint | null
  readonly changedAt: Date
}

/** The bounds of the stake of a round, and the maximum that it may pay, stake included. */
export type GameLimits = { readonly minStake: Money; readonly maxStake: Money; readonly maxWin: Money }

/**
 * The maximum that a round may pay. By Kelly's criterion the house may lose at most its edge times the bankroll; the house takes a
 * percentage of that. The edge is 100.00 % minus the stated return.
 */
export function largestWin({ maxWin, bankroll, kellyPercent }: Rules, game: GameName): Money {
  const [whole = '', part = ''] = returnPercent[game].split('.')
  const edge = 10_000n - BigInt(whole + part.padEnd(2, '0'))
  const kelly = (bankroll * edge * BigInt(kellyPercent)) / 1_000_000n
  return kelly < maxWin ? money(kelly) : maxWin
}

/** The current limits of a game: the operator's, or the house's. An operator can only lower the largest win. */
export function limitsOf(rules: Rules, game: GameName, setting?: Setting): GameLimits {
  const allowed = largestWin(rules, game)
  const maxWin = setting?.maxWin ?? allowed
  return {
    minStake: money(setting?.minStake ?? rules.minStake),
    maxStake: money(setting?.maxStake ?? rules.maxStake),
    maxWin: maxWin < allowed ? money(maxWin) : allowed,
  }
}

const columns = sql`game, paused_by as "pausedBy", min_stake as "minStake", max_stake as "maxStake", max_win as "maxWin",
  changed_at as "changedAt"`

export async function settingsOf(db: Db): Promise<ReadonlyMap<GameName, Setting>> {
  const rows = await queryRows<Setting>(db)`select ${columns} from games.setting`
  return new Map(rows.map((row) => [row.game, row]))
}

/** Locks a game against changes of its setting until the transaction ends. */
export const lockGame = (tx: Tx, game: GameName): Promise<void> => lockShared(tx, 'game', [lockIds.indexOf(game)])

/** The setting of a game. A caller that places stakes locks the game first. */
export function settingOf(tx: Db | Tx, game: GameName): Promise<Setting | undefined> {
  return queryRow<Setting>(tx)`select ${columns} from games.setting where game = ${game}`
}

/** A change of a game: a pause or its end (`pausedBy` null), or new limits, each null for the house's. */
export type SettingChange =
  | { readonly pausedBy: string | null }
  | { readonly minStake: bigint | null; readonly maxStake: bigint | null; readonly maxWin: bigint | null }

/**
 * Changes the setting of a game. Waits for stakes in progress, so no stake is accepted by the old setting after the commit. Open rounds
 * keep the limits that they were placed with.
 */
export async function changeSetting(db: Db, game: GameName, change: SettingChange): Promise<void> {
  await transact(db, async (tx) => {
    await lockExclusive(tx, 'game', [lockIds.indexOf(game)])
    const set =
      'pausedBy' in change
        ? sql`paused_by = ${change.pausedBy}::text`
        : sql`min_stake = ${change.minStake}::bigint, max_stake = ${change.maxStake}::bigint, max_win = ${change.maxWin}::bigint`
    await sql`update games.setting set ${set}, changed_at = platform.now() where game = ${game}`.execute(tx)
  })
}
