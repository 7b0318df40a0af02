export type { BettorPasskeys } from './bettor-passkeys.ts'
export { openPasskeys } from './opening.ts'
export type { Answered } from './parts.ts'
export { endPasskeys } from './passkey-store.ts'
