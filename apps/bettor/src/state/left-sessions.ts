import { logOuts } from '@nare/client/log-outs'
import { identity } from '@nare/contract/identity'
import { callAs, stored, timers } from './browser.ts'

/** Ends the sessions of bettors who have logged out on this device, also those of earlier visits. */
export const leftSessions = logOuts({ stored, timers, endSession: (token) => callAs(token)(identity.logout, {}) })
