import { expect, test } from 'vitest'
import { idsOf } from './ids.ts'

test('ids are read from a list and from the first column of a CSV, each once', () => {
  expect(idsOf('12, 13 12;14')).toEqual(['12', '13', '14'])
  expect(idsOf('id,name\r\n"7",A\r\n8,B\r\n7,A\r\n')).toEqual(['7', '8'])
  expect(idsOf('07 x -1')).toEqual([])
})
