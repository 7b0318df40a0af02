import type { Permission } from '@nare/contract/permissions'
import type { Route } from '@nare/contract/route'
import style from './controls.module.css'

/** A list of the contract that is also a file. */
export type Listed = Pick<Route, 'path' | 'csv' | 'csvPermission' | 'permission'>

/** Whether the contract has a file of this list, which somebody with these permissions may read. */
export function mayHaveFile({ csv, csvPermission, permission }: Listed, may: (given: Permission) => boolean): boolean {
  const needed = csvPermission ?? permission
  return csv !== undefined && needed !== undefined && may(needed)
}

/**
 * A link to the list as a CSV file, at the address of the list's call with its filters. Nothing for a list without one. Lists of persons ask
 * for a reason themselves.
 */
export function CsvLink({
  list: { path, csv },
  of,
  filters = {},
}: {
  list: Listed
  /** What the file has, where a page has several. */
  of?: string
  filters?: Readonly<Record<string, string | undefined>>
}) {
  if (!csv) return null
  const query = new URLSearchParams(Object.entries(filters).flatMap(([key, value]) => (value ? [[key, value]] : [])))
  return (
    <a className={style.csv} href={`${path}.csv${query.size > 0 ? `?${query}` : ''}`} download>
      {of === undefined ? 'CSV' : `CSV of ${of}`}
    </a>
  )
}
