import type { Db } from '#platform/db'
import type { Defaults, Setting } from './setting.ts'
import * as store from './store.ts'
import { byKey, changeAt } from './timeline.ts'

/** The value of a setting as the database holds it now, for a command that opens no settings. A value that cannot be read fails. */
export async function storedValue<T>(on: Db, of: Setting<T>, defaults: Defaults): Promise<T> {
  const changes = byKey(await store.currentChanges(on, of.key)).get(of.key) ?? []
  const change = changeAt(changes, (await store.timeOf(on)).getTime())
  if (!change || change.value === null) return of.defaultOf(defaults)
  const read = of.kind.read(change.value)
  if ('value' in read) return read.value
  throw new Error(`The setting ${of.key} cannot be read: ${read.fault.sentence}`)
}
