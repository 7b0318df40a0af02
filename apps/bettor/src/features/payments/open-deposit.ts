import { session, stored } from '../../state/browser.ts'

export type OpenDeposit = { depositId: string; amount: string }

const key = 'open-deposit'
/** As long as the house goes on asking the provider. */
const keptMs = 72 * 3_600_000

/** The deposit of the present bettor whose end was not seen yet: it outlives a reload, so that nobody pays twice. */
export function openDeposit(): OpenDeposit | undefined {
  const kept = stored.read(key)
  if (typeof kept !== 'object' || kept === null) return undefined
  const { user, depositId, amount } = { user: undefined, depositId: undefined, amount: undefined, ...kept }
  if (user !== owner() || typeof depositId !== 'string' || typeof amount !== 'string') return undefined
  return { depositId, amount }
}

/** Remembers a deposit that was sent. */
export const keepOpenDeposit = (deposit: OpenDeposit): void => stored.write(key, { ...deposit, user: owner() }, keptMs)

/** Forgets a deposit whose end was seen; another one stays. */
export function forgetOpenDeposit(depositId: string): void {
  if (openDeposit()?.depositId === depositId) stored.remove(key)
}

const lastKey = 'last-deposit'

/** What the present bettor paid in last, whole shillings. */
export function lastDeposit(): string | undefined {
  const kept = stored.read(lastKey)
  if (typeof kept !== 'object' || kept === null) return undefined
  const { user, amount } = { user: undefined, amount: undefined, ...kept }
  return user === owner() && typeof amount === 'string' && /^[1-9]\d{0,8}$/.test(amount) ? amount : undefined
}

export const keepLastDeposit = (amount: string): void => stored.write(lastKey, { amount, user: owner() })

const owner = (): unknown => session.user()?.['id']
