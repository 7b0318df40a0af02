import { useSyncExternalStore } from 'react'
import type { BettingState } from '../../../state/betting.ts'
import { stored } from '../../../state/browser.ts'
import { useApp } from '../../../state/hooks.ts'

/** An open bet that its bettor is changing: the slip has its picks, and `before` is what the slip was. */
export type Editing = {
  bet_id: string
  owner: string
  /** The marks of the bet's picks, if a slip of the same picks would be the same bet. */
  same: readonly string[] | null
  before: Pick<BettingState, 'slip' | 'bet_type' | 'system'>
}

const key = 'editing'
const storedMs = 24 * 3_600_000
const listeners = new Set<() => void>()
let current: Editing | null | undefined

function read(): Editing | null {
  if (current === undefined) {
    const value = stored.read(key)
    current = isEditing(value) ? value : null
  }
  return current
}

const isEditing = (value: unknown): value is Editing =>
  typeof value === 'object' && value !== null && 'bet_id' in value && 'owner' in value && 'before' in value

/** Begins an edit, or ends it with null. It survives a reload of the page, as the slip does. */
export function setEditing(editing: Editing | null): void {
  current = editing
  if (editing) stored.write(key, editing, storedMs)
  else stored.remove(key)
  for (const changed of listeners) changed()
}

function listen(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** The edit that the slip is used for; undefined while it is an ordinary slip. */
export function useEditing(): Editing | undefined {
  const editing = useSyncExternalStore(listen, read)
  const owner = useApp(({ auth }) => auth.user?.id)
  return editing && editing.owner === owner ? editing : undefined
}

/** The edit of this bettor at the moment. */
export function editingOf(owner: unknown): Editing | undefined {
  const editing = read()
  return editing && editing.owner === owner ? editing : undefined
}
