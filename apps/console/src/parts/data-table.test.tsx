import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataTable, type Column } from './data-table.tsx'

type Ticket = { id: string; stake: number }
const columns: readonly Column<Ticket>[] = [
  { id: 'id', head: 'Ticket', cell: ({ id }) => id },
  { id: 'stake', head: 'Stake', cell: ({ stake }) => stake, sort: ({ stake }) => stake, end: true },
]
const tickets = (count: number): Ticket[] =>
  Array.from({ length: count }, (_, at) => ({ id: `T${at}`, stake: (at * 7) % 100 }))

type More = { sort?: string; active?: string; group?: (row: Ticket) => string; groupAbout?: (name: string) => string }
const markupOf = (rows: readonly Ticket[], more: More = {}): string =>
  renderToStaticMarkup(
    <DataTable
      label="Tickets"
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      onSort={() => {}}
      onActive={() => {}}
      {...more}
    />,
  )

test('of 100,000 rows only those in sight are in the page, with their places', () => {
  const markup = markupOf(tickets(100_000))
  expect(markup).toContain('aria-rowcount="100001"')
  expect(markup.match(/aria-selected/g)?.length).toBeLessThan(60)
  expect(markup).toContain('aria-rowindex="2"')
})

test('rows are sorted by the column of the address, and its head says so', () => {
  const ids = (markup: string): string[] => [...markup.matchAll(/<td>(T\d+)<\/td>/g)].map(([, id = '']) => id)
  expect(ids(markupOf(tickets(4), { sort: '-stake' }))).toEqual(['T3', 'T2', 'T1', 'T0'])
  expect(markupOf(tickets(4), { sort: '-stake' })).toContain('aria-sort="descending"')
  expect(ids(markupOf(tickets(4)))).toEqual(['T0', 'T1', 'T2', 'T3'])
})

test('the row with the cursor is named by the table, and an empty table says that nothing waits', () => {
  expect(markupOf(tickets(3), { active: 'T1' })).toMatch(/aria-activedescendant="[^"]*T1"/)
  expect(markupOf([])).toContain('Nothing waits.')
})

test('rows stand under the name of their group, unless they are sorted', () => {
  const group = ({ stake }: Ticket): string => (stake < 10 ? 'Small' : 'Large')
  const lines = (markup: string): string[] =>
    [...markup.matchAll(/<td>(T\d+)<\/td>|scope="colgroup">(\w+)</g)].map(([, id, name]) => id ?? name ?? '')
  expect(lines(markupOf(tickets(4), { group }))).toEqual(['Small', 'T0', 'T1', 'Large', 'T2', 'T3'])
  expect(lines(markupOf(tickets(4), { group, sort: '-stake' }))).toEqual(['T3', 'T2', 'T1', 'T0'])
  expect(markupOf(tickets(4), { group, groupAbout: (name) => `${name}: 2 tickets` })).toContain(
    '>Small<span> Small: 2 tickets</span>',
  )
  expect(markupOf(tickets(4), { group, active: 'T2' })).toMatch(/id="[^"]*T2"[^>]*aria-selected="true"/)
})
