import type { Permission } from '@nare/contract/permissions'

const pages = [
  { to: '/house/products/league', name: 'Nare league', permission: 'trading.read' },
  { to: '/house/products/games', name: 'Own games', permission: 'trading.read' },
  { to: '/house/products/casino', name: 'Casino', permission: 'trading.read' },
] as const satisfies readonly { to: string; name: string; permission: Permission }[]

/** The rooms of the products that somebody may open. */
export const pagesOfProducts = (may: (permission: Permission) => boolean) =>
  pages.filter(({ permission }) => may(permission))
