import { done, type Outcome } from '@nare/contract/outcome'
import type { rights as calls } from '@nare/contract/rights'
import type { Answer, Failure } from '@nare/contract/route'
import type { Protection } from '#modules/protection/protection'
import type { Settings } from '#modules/settings/settings'
import { rightsSettings } from './settings.ts'

export type ErasureDeps = {
  readonly protection: Pick<Protection, 'closeAccount' | 'verifyPasswordOf'>
  readonly settings: Pick<Settings, 'now'>
}

export type VerifiedPassword = Parameters<Protection['closeAccount']>[1]['password']
type Erase = typeof calls.eraseMyData

/** Closes an account whose bettor asks for erasure, and says when the legal term ends. Asking again, or after a closing, gives the same term. */
export async function askErasure(
  { protection, settings }: ErasureDeps,
  bettor: bigint,
  password: VerifiedPassword,
): Promise<Outcome<Answer<Erase>, Failure<Erase>>> {
  const closed = await protection.closeAccount(bettor, { password, reason: 'The bettor asked for erasure' })
  if (!closed.ok) return closed
  const after = new Date(closed.value.closed_at)
  after.setUTCFullYear(after.getUTCFullYear() + settings.now()(rightsSettings.erasureYears))
  return done({
    success: 'Your account is closed. We erase your personal data when the legal term ends',
    closed_at: closed.value.closed_at,
    erased_after: after.toISOString(),
  })
}
