/** Thrown when nothing was done: the work never began, or its transaction ended before COMMIT was sent. */
export class Overloaded extends Error {}

/** Thrown when COMMIT was sent but not confirmed: only the database can show later whether the work was done. */
export class OutcomeUnknown extends Error {}

/** The error code of `platform.assert_in_time`: the transaction took longer than its caller waits. */
export const deadlineCode = 'NR001'

/** The error code of an error: PostgreSQL's five characters, or a name such as ECONNREFUSED. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Connection lost (08), conflict with another transaction in every try (40), no free slot or lock (53, 55P03), server shutdown or
 * cancellation (57), transaction idle for too long (25P03, 25P04), read-only server (25006), deadline passed (NR001).
 */
const unavailableCode = /^(08|40|53|57|25P0[34]$|25006$|55P03$|NR001$)/
const lostConnection =
  /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|Connection terminated|terminating connection|not queryable|timeout exceeded when trying to connect|the database system is/i

/** Whether the database is unreachable, overloaded or too slow, so that the same work may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Overloaded || error instanceof OutcomeUnknown) return true
  if (!(error instanceof Error)) return false
  const code = codeOf(error) ?? ''
  return unavailableCode.test(code) || lostConnection.test(`${code} ${error.message}`)
}

const statementTimeoutCode = '57014'

/** Whether less work in one transaction may succeed: not if the database is unavailable, but also if a statement took too long. */
export const mayPassInParts = (error: unknown): boolean =>
  codeOf(error) === statementTimeoutCode || !isUnavailable(error)

const retryableCodes = new Set(['40P01', '40001'])
/** Deadlock and serialization failures: the same work may succeed on a retry. */
export const isRetryable = (error: unknown): boolean => retryableCodes.has(codeOf(error) ?? '')

/** Whether the server itself refused a COMMIT, so that it certainly did not happen. */
export function commitWasRefused(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '') && !/^(08|57P)/.test(codeOf(error) ?? '')
}
