import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Table, type TableProps } from './table.tsx'

const row = createElement('tbody', null, createElement('tr', null, createElement('td', null, '1')))
const markupOf = (props: Omit<TableProps, 'children'>): string =>
  renderToStaticMarkup(createElement(Table, props as TableProps, row))

test('a table with a scroller label is in a named region that can be focused', () => {
  expect(markupOf({ label: 'Ranks', scrollerLabel: 'Ranks, scrolling' })).toMatch(
    /^<div [^>]*tabindex="0" role="group" aria-label="Ranks, scrolling"><table [^>]*aria-label="Ranks">/,
  )
})

test('a table without a scroller label adds no tab stop', () => {
  expect(markupOf({ label: 'Prizes' })).toMatch(/^<table/)
  expect(markupOf({ label: 'Prizes' })).not.toContain('tabindex')
})

test('the caption is the first element of the table', () => {
  expect(markupOf({ caption: 'Taxes' })).toMatch(/^<table[^>]*><caption>Taxes<\/caption><tbody>/)
  expect(markupOf({})).not.toContain('caption')
})
