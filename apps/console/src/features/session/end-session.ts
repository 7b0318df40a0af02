import { operatorStaff } from '@nare/contract/operator-staff'
import { commandId, inTime, isByHistory, onStored, stored } from '../../wire/browser.ts'
import { call } from '../../wire/calls.ts'
import { knownPerson } from '../../wire/me.ts'

/** Set from a log-out until the next login in this browser, in any tab. */
const leftKey = 'left'
/** Changes with each login and log-out, so that the other tabs notice. */
const sessionKey = 'session'
/** A call without an answer counts as failed after this time. */
const waitMs = 10_000

const hasLeft = (): boolean => stored.read(leftKey) === true

/** The address of the login when the session of an open page ends. It leads back to the page, unless somebody has logged out: who comes next is another. */
export const loginAddress = (back: string): string =>
  back === '' || back === '/' || hasLeft() ? '/console/login' : `/console/login?back=${encodeURIComponent(back)}`

/** Where the login of somebody who opens a page without a session leads to: the page, unless the button Back after a log-out opened it. */
export const wayBack = (page: string): { back?: string } =>
  page === '/' || (hasLeft() && isByHistory()) ? {} : { back: page }

/** Tells the other tabs that somebody has logged in here. */
export function sessionBegan(): void {
  stored.remove(leftKey)
  stored.write(sessionKey, commandId())
}

/**
 * Logs out, and loads the page again so that nothing of this person stays in its memory. Returns false if the server did not end the
 * session, as far as we know: the page stays open then.
 */
export async function endSession(): Promise<boolean> {
  stored.write(leftKey, true)
  const reply = await inTime(call(operatorStaff.logout, {}), waitMs)
  if (!reply?.ok && reply?.status !== 401) {
    const now = await whoIsIn()
    if (now) stored.remove(leftKey)
    if (now !== null) return false
  }
  stored.write(sessionKey, commandId())
  location.assign('/console/login')
  return true
}

/** Lets this tab leave its page once another tab has logged out or logged somebody else in: what it shows is not that person's. */
export function leaveWithSession(): void {
  onStored(sessionKey, () => void leaveIfOther())
}

async function leaveIfOther(): Promise<void> {
  const mine = knownPerson()
  if (mine === undefined) return
  const now = await whoIsIn()
  if (now !== mine) location.assign(now ? '/console/' : '/console/login')
}

/** The name of the person of the session, null without a session; undefined if the server does not say. */
async function whoIsIn(): Promise<string | null | undefined> {
  const reply = await inTime(call(operatorStaff.visit, {}), waitMs)
  return reply?.ok ? (reply.body.me?.person.name ?? null) : undefined
}

/** Where a login leads to: an address of the console, or Today. Nothing else is followed. */
export const safeBack = (back: string | undefined): string =>
  back !== undefined && /^\/(?![/\\])[^\\]*$/.test(back) && !/^\/(login|enrol)/.test(back) ? back : '/'
