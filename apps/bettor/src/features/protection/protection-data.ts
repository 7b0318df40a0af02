import type { protection } from '@nare/contract/protection'
import type { Answer } from '@nare/contract/route'

/** A bettor's protection: the active break or exclusion, the reality check and the play of this session. */
export type ProtectionData = Answer<typeof protection.protection>
