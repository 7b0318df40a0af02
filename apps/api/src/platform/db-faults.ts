/** Nothing happened and nothing will: the work was not begun, or its transaction ended before COMMIT was sent. */
export class Overloaded extends Error {}

/** COMMIT was sent and no answer came: whether the work was done can only be read from the database later. */
export class OutcomeUnknown extends Error {}

/** What `platform.assert_in_time` raises: the transaction took longer than its caller waits. */
export const deadlineCode = 'NR001'

/** PostgreSQL's five-character error code, where the fault is PostgreSQL's. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * The connection is lost (08), transactions were in each other's way to the last try (40), no slot or lock was free (53, 55P03),
 * the server shuts down or cancelled (57), or the transaction idled for too long (25P0).
 */
const unavailableCode = /^(08|40|53|57|25P0[34]$|55P03$|NR001$)/
const lostConnection =
  /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|Connection terminated|terminating connection|not queryable|timeout exceeded when trying to connect|the database system is/i

/** Whether the database is away, overloaded or too slow: no fault of what it was asked to do, so the same may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Overloaded || error instanceof OutcomeUnknown) return true
  if (!(error instanceof Error)) return false
  const code = codeOf(error) ?? ''
  return unavailableCode.test(code) || lostConnection.test(`${code} ${error.message}`)
}

/** Deadlock and serialization failures: the same work may succeed if it is tried again. */
const again = new Set(['40P01', '40001'])
export const isRetryable = (error: unknown): boolean => again.has(codeOf(error) ?? '')

/** Whether the server itself refused a COMMIT, so that it is known not to have happened. */
export function commitWasRefused(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '') && !/^(08|57P)/.test(codeOf(error) ?? '')
}
