import type { Permission } from '@nare/contract/permissions'

const pages = [
  { to: '/house/proposals', name: 'Proposals', permission: 'today.read' },
  { to: '/house/findings', name: 'Findings', permission: 'trading.read' },
  { to: '/house/products', name: 'Products', permission: 'trading.read' },
  { to: '/house/jackpots', name: 'Jackpots', permission: 'tickets.read' },
  { to: '/house/promotions', name: 'Promotions', permission: 'tickets.read' },
  { to: '/house/texts', name: 'Texts', permission: 'marketing.read' },
  { to: '/house/banners', name: 'Banners', permission: 'marketing.read' },
  { to: '/house/messages', name: 'Messages', permission: 'marketing.read' },
  { to: '/house/boards', name: 'Boards', permission: 'tickets.read' },
  { to: '/house/points', name: 'Points', permission: 'tickets.read' },
  { to: '/house/fantasy', name: 'Fantasy', permission: 'trading.read' },
  { to: '/house/sources', name: 'Sources', permission: 'tickets.read' },
  { to: '/house/settings', name: 'Settings', permission: 'settings.read' },
  { to: '/house/protection', name: 'Protection', permission: 'protection.read' },
  { to: '/house/aml', name: 'Money laundering', permission: 'aml.read' },
  { to: '/house/complaints', name: 'Complaints', permission: 'bettors.read' },
  { to: '/house/regulator', name: 'Regulator', permission: 'export.read' },
  { to: '/house/incidents', name: 'Incidents', permission: 'audit.read' },
  { to: '/house/staff', name: 'Staff', permission: 'staff.read' },
  { to: '/house/audit', name: 'Audit', permission: 'audit.read' },
] as const satisfies readonly { to: string; name: string; permission: Permission }[]

/** The pages of the House that somebody may open. */
export const pagesOfHouse = (may: (permission: Permission) => boolean) =>
  pages.filter(({ permission }) => may(permission))
