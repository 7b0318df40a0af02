import { isoDay } from '@nare/ui/format'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'

const daysShown = 14
const dayMs = 86_400_000
const form = /^\d{4}-\d\d-\d\d$/

/** The days of a report: those of the address, else the last two weeks with today. */
export function daysOf({ from, to }: { from?: string | undefined; to?: string | undefined }, nowMs: number) {
  const last = to !== undefined && form.test(to) ? to : isoDay(nowMs)
  const first = from !== undefined && form.test(from) ? from : isoDay(Date.parse(last) - (daysShown - 1) * dayMs)
  return { from: first, to: last }
}

/** The filters of a report in the address, with its days, and how to change them. */
export function useReport() {
  const [filters, setFilters] = useFilters<'from' | 'to' | 'sort' | 'by' | 'product' | 'tax' | 'id'>()
  return { filters, setFilters, days: daysOf(filters, serverNow()) }
}
