import { expect, test } from 'vitest'
import { formOf, type Outcome } from './form.ts'

test('the form lists the results of a team, newest last', () => {
  const outcomes: Outcome[] = ['won', 'lost', 'drawn', 'won', 'lost']
  expect(formOf(outcomes.map((outcome) => ({ outcome })))).toEqual(['L', 'W', 'D', 'L', 'W'])
})
