import type { Permission } from '@nare/contract/permissions'
import type { IconName } from '../parts/icon.tsx'

/**
 * A room of the rail. `number` follows G; `may` lists permissions of which one is enough. A room stands here only when it exists.
 */
export type Room = {
  readonly number: number
  readonly name: string
  readonly icon: IconName
  readonly to: '/' | '/trading' | '/bets' | '/bettors' | '/payments' | '/reports' | '/house'
  readonly may: readonly Permission[]
  /** Left out at the foot of a phone where there is no place for all. */
  readonly isForDesks?: true
}

export const rooms: readonly Room[] = [
  { number: 1, name: 'Today', icon: 'today', to: '/', may: ['today.read'] },
  { number: 2, name: 'Trading', icon: 'trading', to: '/trading', may: ['trading.read'] },
  { number: 3, name: 'Bets', icon: 'bets', to: '/bets', may: ['tickets.read'] },
  { number: 4, name: 'Bettors', icon: 'bettors', to: '/bettors', may: ['bettors.read'] },
  { number: 5, name: 'Payments', icon: 'payments', to: '/payments', may: ['payments.read'] },
  { number: 6, name: 'Reports', icon: 'reports', to: '/reports', may: ['reports.read'], isForDesks: true },
  { number: 7, name: 'House', icon: 'house', to: '/house', may: ['today.read'] },
]

/** The rooms of somebody with these permissions. */
export const roomsOf = (permissions: readonly Permission[]): readonly Room[] =>
  rooms.filter(({ may }) => may.some((permission) => permissions.includes(permission)))
