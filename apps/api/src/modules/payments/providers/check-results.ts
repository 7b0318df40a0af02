import * as z from 'zod/mini'
import { queryRows, type Db } from '#platform/db'
import { hashOfKey } from '../addresses/addresses.ts'
import { zText } from '../requests/requests.ts'

const zResult = z.object({ Result: z.object({ ResultCode: zText, ConversationID: z.nullish(zText) }) })

/** Whether a body is the result of the query with this id. */
export function isResultOf(body: unknown, conversation: string): boolean {
  const read = zResult.safeParse(body)
  return read.success && read.data.Result.ConversationID === conversation
}

/** The result code of a result. Undefined for a body of another format. */
export const resultCodeOf = (body: unknown): string | undefined => zResult.safeParse(body).data?.Result.ResultCode

const resultsMax = 500

/** The bodies that the running server stores from now on for the callback address with a key, newest first. */
export async function storedResults(db: Db): Promise<{ all: (key: string) => Promise<unknown[]> }> {
  const now = await queryRows<{ at: Date }>(db)`select platform.now() as at`
  const since = now[0]?.at ?? null
  return { all: (key) => resultsSince(db, { key, since }) }
}

async function resultsSince(db: Db, { key, since }: { key: string; since: Date | null }): Promise<unknown[]> {
  const rows = await queryRows<{ body: string }>(db)`
    select body from payments.callback where key = ${hashOfKey(key)} and received_at >= ${since}::timestamptz
    order by id desc limit ${resultsMax}::int`
  return rows.flatMap(({ body }) => {
    try {
      return [JSON.parse(body) as unknown]
    } catch {
      return []
    }
  })
}
