import type { Answer } from '@nare/contract/route'
import type { Permission } from '@nare/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { operatorStaff } from '@nare/contract/operator-staff'
import { queries, readOf } from './use-read.ts'

export const meRead = readOf(operatorStaff.me, {})
export type Me = Answer<typeof operatorStaff.me>
export type Person = Me['person']

/** Who sits here; undefined without a session. The answer is kept as that of `me`, which would fail without a session. */
export async function visitor(): Promise<Me | undefined> {
  const known = queries.getQueryData<Me>(meRead.queryKey)
  if (known) return known
  const { me } = await queries.fetchQuery({ ...readOf(operatorStaff.visit, {}), staleTime: 0, gcTime: 0 })
  if (me) queries.setQueryData<Me>(meRead.queryKey, me)
  return me
}

/** The person of the session; the pages inside the frame are shown only once it is known. */
export function useMe(): Person {
  const { data } = useQuery({ ...meRead, staleTime: 60_000 })
  return data?.person ?? nobody
}

const nobody: Person = { name: '', roles: [], permissions: [] }

/** Whether the person of the session has a permission. */
export const useMay = (): ((permission: Permission) => boolean) => {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}

/** The name of the person whose page this is; undefined without a session. */
export const knownPerson = (): string | undefined => queries.getQueryData<Me>(meRead.queryKey)?.person.name
