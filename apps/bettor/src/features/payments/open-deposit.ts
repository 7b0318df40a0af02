import { session, stored } from '../../state/browser.ts'

export type OpenDeposit = { depositId: string; amount: string }

const key = 'open-deposit'
/** As long as the server polls the provider for a deposit. */
const storedMs = 72 * 3_600_000

/** The open deposit of the current bettor. Survives a reload, so that nobody pays twice. */
export function openDeposit(): OpenDeposit | undefined {
  const value = stored.read(key)
  if (typeof value !== 'object' || value === null) return undefined
  const { user, depositId, amount } = { user: undefined, depositId: undefined, amount: undefined, ...value }
  if (user !== owner() || typeof depositId !== 'string' || typeof amount !== 'string') return undefined
  return { depositId, amount }
}

/** Stores a sent deposit as open. */
export const storeOpenDeposit = (deposit: OpenDeposit): void =>
  stored.write(key, { ...deposit, user: owner() }, storedMs)

/** Clears the open deposit if it is this one. */
export function forgetOpenDeposit(depositId: string): void {
  if (openDeposit()?.depositId === depositId) stored.remove(key)
}

const lastKey = 'last-deposit'

/** The last deposit of the current bettor that arrived, in whole shillings. */
export function lastDeposit(): string | undefined {
  const value = stored.read(lastKey)
  if (typeof value !== 'object' || value === null) return undefined
  const { user, amount } = { user: undefined, amount: undefined, ...value }
  return user === owner() && typeof amount === 'string' && /^[1-9]\d{0,8}$/.test(amount) ? amount : undefined
}

/** Ends a deposit: it is no longer open, and one that arrived is the last, decimal text with or without its cents. */
export function endDeposit({ depositId, amount, arrived }: OpenDeposit & { arrived: boolean }): void {
  forgetOpenDeposit(depositId)
  if (arrived) stored.write(lastKey, { amount: amount.replace(/\.00$/, ''), user: owner() })
}

const owner = (): unknown => session.user()?.['id']
