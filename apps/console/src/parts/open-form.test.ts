import { expect, test } from 'vitest'
import { closeForms, formOpened } from './open-form.ts'

test('a form gives way to another one unless its command is under way', () => {
  const closed: string[] = []
  const formOf = (name: string, closes: boolean) => formOpened({ close: () => (closed.push(name), closes) })
  expect(closeForms()).toBe(true)
  const leaveFirst = formOf('price', true)
  expect([closeForms(), closed]).toEqual([true, ['price']])
  leaveFirst()
  const leaveSecond = formOf('limit', false)
  expect(closeForms()).toBe(false)
  leaveSecond()
  expect(closeForms()).toBe(true)
})
