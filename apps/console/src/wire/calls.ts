import { caller, type Call, type Failed } from '@nare/client/call'
import { requester } from '@nare/client/request'
import { session } from '@nare/client/session'
import { entries } from '@nare/client/storage'
import { isPressed, nowMs, serverNow } from './browser.ts'

let onEnd = (): void => {}
/** Sets what happens when the server no longer knows the session. */
export const onSessionEnd = (run: () => void): void => void (onEnd = run)

const end = (): void => onEnd()
/** Marks the calls that no person has asked for, which do not keep the session alive: reads, and the claim of an open row each minute. */
const markedFetch: typeof fetch = (url, init) =>
  fetch(url, isPressed() ? init : { ...init, headers: { ...init?.headers, 'nare-auto': '1' } })

/** Makes a call of the contract with the cookie of the session; a session that ended leads to the login. */
export const call: Call = caller(
  requester({
    base: '',
    session: session(entries(undefined, nowMs), { expired: end, signedOut: end }, pageOfSession),
    store: entries(undefined, nowMs),
    envelopeKey: '',
    nowMs: serverNow,
    fetch: markedFetch,
  }),
)

/** The pages without a session; a 401 there ends nothing. */
export const isSignedOutPage = (path: string): boolean => /^\/console\/(login|enrol)(\/|$)/.test(path)

function pageOfSession(): string {
  return isSignedOutPage(location.pathname) ? '/login' : location.pathname
}

/** A read that failed; `reply` has the code and the server's sentence. */
export class ReadFailed extends Error {
  readonly reply: Failed
  constructor(reply: Failed) {
    super(reply.error)
    this.reply = reply
  }
}
