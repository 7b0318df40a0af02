/** The roles of the house's people. An admin has every permission. */
export const roles = [
  'admin',
  'trader',
  'payments',
  'support',
  'protection',
  'finance',
  'marketing',
  'auditor',
] as const
export type Role = (typeof roles)[number]

const everybody = roles.filter((role) => role !== 'admin')
const allButMarketing = everybody.filter((role) => role !== 'marketing')
const trading = ['trader', 'finance', 'support', 'auditor'] as const

/** The roles beside admin that have each permission. The auditor has those that only read. */
const rolesOfPermission = {
  'today.read': everybody,
  search: everybody,
  'bettors.read': allButMarketing,
  'bettors.reveal': ['support', 'payments', 'protection', 'finance'],
  'bettors.export': ['protection', 'finance'],
  'bettors.support': ['support', 'protection'],
  'bettors.protect': ['protection', 'support'],
  'bettors.money': ['finance', 'support'],
  'bettors.stake': ['trader'],
  'tickets.read': everybody,
  'tickets.decide': ['trader'],
  'payments.read': allButMarketing,
  'payments.decide': ['payments'],
  'payments.providers': ['payments', 'finance'],
  'payments.reconcile': ['payments', 'finance'],
  'identity.decide': ['protection', 'payments'],
  'trading.read': trading,
  'trading.act': ['trader'],
  'trading.result': ['trader'],
  'products.stop': ['trader', 'protection', 'finance', 'payments'],
  'products.resume': [],
  'products.manage': ['finance'],
  'jackpots.manage': ['trader', 'marketing'],
  'marketing.read': ['marketing', 'auditor'],
  'marketing.manage': ['marketing'],
  'reports.read': ['finance', 'auditor'],
  'tax.remit': ['finance'],
  'export.read': ['finance', 'auditor'],
  'export.make': ['finance'],
  'protection.read': ['protection', 'auditor'],
  'protection.act': ['protection'],
  'complaints.act': ['support', 'protection'],
  'aml.read': ['finance', 'protection', 'auditor'],
  'aml.act': ['finance', 'protection'],
  'settings.read': trading,
  'settings.write': [],
  'staff.read': ['auditor'],
  'staff.manage': [],
  'tokens.manage': [],
  'audit.read': ['auditor', 'finance', 'protection'],
} as const satisfies Readonly<Record<string, readonly Role[]>>

export type Permission = keyof typeof rolesOfPermission
export const permissions = Object.keys(rolesOfPermission) as readonly Permission[]

/** The roles that have a permission, the admin first. */
export const rolesWith = (permission: Permission): readonly Role[] => ['admin', ...rolesOfPermission[permission]]

/** The permissions of somebody with these roles. */
export const permissionsOf = (given: readonly Role[]): ReadonlySet<Permission> =>
  new Set(permissions.filter((permission) => rolesWith(permission).some((role) => given.includes(role))))

/** The permissions of a token without roles: all but those over people and tokens. */
export const permissionsWithoutRoles: ReadonlySet<Permission> = new Set(
  permissions.filter((permission) => !/^(staff|tokens)\./.test(permission)),
)
