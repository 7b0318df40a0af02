import type { Route } from '@nare/contract/route'
import type { Db } from '#platform/db'
import { eyesOf } from './staff/eyes.ts'
import { movedAlone } from './store.ts'

/** What somebody has moved alone by a call within 24 hours, with all who count as the same person. */
export async function movedBy(db: Db, name: string, { action = '', undoneBy }: Route): Promise<bigint> {
  return movedAlone(db, { operators: await eyesOf(db, name), action, undoneBy })
}
