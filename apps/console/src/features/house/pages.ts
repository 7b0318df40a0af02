import type { Permission } from '@nare/contract/permissions'

type Page = { readonly to: string; readonly name: string; readonly permission: Permission }

const groups = [
  {
    name: 'Open',
    pages: [
      { to: '/house/proposals', name: 'Proposals', permission: 'today.read' },
      { to: '/house/findings', name: 'Findings', permission: 'trading.read' },
      { to: '/house/complaints', name: 'Complaints', permission: 'bettors.read' },
      { to: '/house/incidents', name: 'Incidents', permission: 'audit.read' },
    ],
  },
  {
    name: 'Play',
    pages: [
      { to: '/house/products', name: 'Products', permission: 'trading.read' },
      { to: '/house/jackpots', name: 'Jackpots', permission: 'tickets.read' },
      { to: '/house/fantasy', name: 'Fantasy', permission: 'trading.read' },
      { to: '/house/promotions', name: 'Promotions', permission: 'tickets.read' },
      { to: '/house/boards', name: 'Boards', permission: 'tickets.read' },
      { to: '/house/points', name: 'Points', permission: 'tickets.read' },
    ],
  },
  {
    name: 'Words',
    pages: [
      { to: '/house/texts', name: 'Texts', permission: 'marketing.read' },
      { to: '/house/banners', name: 'Banners', permission: 'marketing.read' },
      { to: '/house/messages', name: 'Messages', permission: 'marketing.read' },
      { to: '/house/sources', name: 'Sources', permission: 'tickets.read' },
    ],
  },
  {
    name: 'Law',
    pages: [
      { to: '/house/protection', name: 'Protection', permission: 'protection.read' },
      { to: '/house/aml', name: 'Money laundering', permission: 'aml.read' },
      { to: '/house/regulator', name: 'Regulator', permission: 'export.read' },
    ],
  },
  {
    name: 'Rules',
    pages: [
      { to: '/house/settings', name: 'Settings', permission: 'settings.read' },
      { to: '/house/staff', name: 'Staff', permission: 'staff.read' },
      { to: '/house/audit', name: 'Audit', permission: 'audit.read' },
    ],
  },
] as const satisfies readonly { name: string; pages: readonly Page[] }[]

/** The pages of the House that somebody may open, in groups that have some. */
export const pagesOfHouse = (may: (permission: Permission) => boolean) =>
  groups
    .map(({ name, pages }) => ({ name, pages: pages.filter(({ permission }) => may(permission)) }))
    .filter(({ pages }) => pages.length > 0)
