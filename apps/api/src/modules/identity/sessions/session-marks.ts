import { queryRows, type Db, type Tx } from '#platform/db'

/** A session by its mark: the first 16 bytes of the SHA-256 of its signing key, in hex. */
export type MarkedSession = { readonly bettor: bigint; readonly session: string }

const nameOf = ({ bettor, session }: MarkedSession): string => `${bettor} ${session}`

/** Reads which of these sessions are live now. Returns whether one of them is. */
export async function liveMarks(
  on: Db | Tx,
  sessions: readonly MarkedSession[],
): Promise<(session: MarkedSession) => boolean> {
  if (sessions.length === 0) return () => false
  const rows = await queryRows<MarkedSession>(on)`
    select r.bettor, r.session
    from unnest(${sessions.map(({ bettor }) => bettor)}::bigint[], ${sessions.map(({ session }) => session)}::text[]) as r (bettor, session)
    where exists (
      select from identity.session s where s.bettor = r.bettor and s.ended_at is null and s.expires_at > platform.now()
        and left(encode(sha256(convert_to(s.signing_key, 'UTF8')), 'hex'), 32) = r.session)`
  const live = new Set(rows.map(nameOf))
  return (session) => live.has(nameOf(session))
}
