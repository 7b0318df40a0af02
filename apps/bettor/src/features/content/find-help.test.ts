import { expect, test } from 'vitest'
import type { Block } from '@nare/contract/pages'
import { findHelp } from './find-help.ts'

const spans = (text: string) => [{ text }]
const heading = (id: string, text: string): Block => ({ kind: 'heading', level: 2, id, text: spans(text) })
const blocks: Block[] = [
  { kind: 'paragraph', text: spans('Before any heading: deposit') },
  heading('pick', '1. Pick'),
  { kind: 'live', name: 'practice' },
  { kind: 'list', ordered: false, items: [spans('1 home wins'), spans('A lock: no bets for the moment')] },
  heading('money', '2. Money in, money out'),
  { kind: 'paragraph', text: [{ text: 'Press ' }, { text: 'Deposit', href: '/deposit' }, { text: ' and confirm.' }] },
  { kind: 'table', head: [spans('What')], rows: [[spans('Deposit pending'), spans('Don’t pay again')]] },
  heading('words', '3. Dépôt words'),
  { kind: 'note', text: spans(`${'long '.repeat(60)}deposit`) },
]
const ids = (typed: string) => findHelp(blocks, typed).map(({ id }) => id)

test('parts are found by the beginnings of all typed words, in headings, texts, lists and tables', () => {
  expect(ids('deposit')).toEqual(['money', 'words'])
  expect(findHelp(blocks, 'PENDING pay')[0]).toEqual({
    id: 'money',
    title: '2. Money in, money out',
    text: 'Deposit pending · Don’t pay again',
  })
  expect(ids('lock')).toEqual(['pick'])
  expect(ids('eposit')).toEqual([])
  expect(ids('depot')).toEqual(['words'])
  expect(ids('money confirm')).toEqual(['money'])
})

test('a heading with the words comes first, texts are cut, and too little finds nothing', () => {
  expect(ids('dep')).toEqual(['words', 'money'])
  expect(ids('words deposit')).toEqual(['words'])
  expect(findHelp(blocks, 'long')[0]?.text).toMatch(/^long .{130,}…$/)
  for (const typed of ['', ' ', 'd', '?!', 'goalkeeper']) expect(ids(typed)).toEqual([])
})
