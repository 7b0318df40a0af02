import { operatorAml as calls } from '@nare/contract/operator-aml'
import { useRead } from '../../wire/use-read.ts'

/** The names of who may own alerts and cases. */
export function usePeople(): readonly string[] {
  const { data } = useRead(calls.amlPeople, {})
  return data?.data.map(({ name }) => name) ?? noNames
}

const noNames: readonly string[] = []
