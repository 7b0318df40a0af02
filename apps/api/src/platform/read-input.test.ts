import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { areas } from '@nare/contract/all'
import { fieldFacts } from '@nare/contract/field-codes'
import { zCommandId, zMoneyIn } from '@nare/contract/shapes'
import { zMsisdn } from '@nare/contract/typed-shapes'
import { readInput } from './read-input.ts'

const fields = (schema: z.ZodMiniType, input: unknown) => {
  const read = readInput(schema, input)
  return read.ok ? {} : fieldFacts(read.faults).fields
}
const codes = (schema: z.ZodMiniType, input: unknown) => {
  const read = readInput(schema, input)
  return read.ok ? {} : fieldFacts(read.faults).field_codes
}

const slip = z.object({
  slip: z.array(z.object({ odd_key: z.string().check(z.minLength(1), z.maxLength(64)) })).check(z.maxLength(1)),
})

test('an error for which the schema has no message gets a message that names the field', () => {
  const faulty = (schema: z.ZodMiniType, value: unknown) =>
    fields(z.object({ resetToken: schema }), { resetToken: value })
  const found = [
    faulty(z.string(), undefined),
    faulty(z.string(), 7),
    faulty(z.string().check(z.minLength(1)), ''),
    faulty(z.string().check(z.minLength(6)), 'abc'),
    faulty(z.string().check(z.maxLength(2)), 'abc'),
    faulty(z.string().check(z.length(2)), 'abc'),
    faulty(z.number().check(z.gte(1)), 0),
    faulty(z.number().check(z.lte(100)), 101),
    faulty(z.int(), 1.5),
    faulty(z.array(z.string()).check(z.minLength(1)), []),
    faulty(z.enum(['home', 'away']), 'none'),
    faulty(zCommandId, 'x'),
    faulty(z.iso.date(), 'soon'),
    faulty(z.union([z.string(), z.int()]), {}),
  ]
  expect(found.map((one) => one['resetToken'])).toEqual([
    'Please enter reset token',
    'Reset token is not a valid text',
    'Please enter reset token',
    'Reset token must be at least 6 characters',
    'Reset token must be up to 2 characters',
    'Reset token must be 2 characters',
    'Reset token must be at least 1',
    'Reset token must be at most 100',
    'Reset token is not a valid whole number',
    'At least 1 reset token',
    'Reset token must be one of home, away',
    'Reset token is not a valid UUID',
    'Reset token is not a valid day',
    'Reset token is not valid',
  ])
})

test("an error has the specification's code for the rule that the value breaks", () => {
  const code = (schema: z.ZodMiniType, value: unknown) => codes(z.object({ a: schema }), { a: value })['a']
  expect([
    code(z.string(), undefined),
    code(z.string().check(z.minLength(1)), ''),
    code(z.string(), 7),
    code(z.iso.date(), 'soon'),
    code(z.string().check(z.minLength(6)), 'abc'),
    code(z.string().check(z.maxLength(2)), 'abc'),
    code(z.string().check(z.length(2)), 'abc'),
    code(z.number().check(z.gte(1)), 0),
    code(z.number().check(z.lte(100)), 101),
    code(z.array(z.string()).check(z.minLength(1)), []),
    code(z.array(z.string()).check(z.maxLength(1)), ['a', 'b']),
    code(z.enum(['home', 'away']), 'none'),
    code(z.union([z.string(), z.int()]), {}),
  ]).toEqual([
    'required',
    'required',
    'not_valid',
    'not_valid',
    'too_short',
    'too_long',
    'wrong_length',
    'too_small',
    'too_large',
    'too_few',
    'too_many',
    'not_one_of',
    'not_valid',
  ])
})

test('an error deep in a list is reported at its path', () => {
  expect(fields(slip, { slip: [{ odd_key: 'x'.repeat(65) }] })).toEqual({
    'slip.0.odd_key': 'Outcome must be up to 64 characters',
  })
  expect(fields(slip, { slip: [{ odd_key: 'a' }, {}] })).toEqual({
    slip: 'At most 1 slip',
  })
  expect(fields(slip, { slip: [{}] })).toEqual({ 'slip.0.odd_key': 'Please enter outcome' })
})

test("a schema's own message is used", () => {
  expect(fields(z.object({ amount: zMoneyIn, msisdn: zMsisdn }), { amount: '1.234', msisdn: '12' })).toEqual({
    amount: 'Enter an amount like 100 or 100.50',
    msisdn: 'Enter a mobile number like 0712 345 678',
  })
  expect(codes(z.object({ amount: zMoneyIn, msisdn: zMsisdn }), { amount: '1.234', msisdn: '12' })).toEqual({
    amount: 'amount_text',
    msisdn: 'phone_number',
  })
})

test('no call of the contract returns a message of the validation library', () => {
  const rubbish = [undefined, null, 7, '', 'x'.repeat(9000), [], {}, Number.NaN]
  for (const route of Object.values(areas).flatMap((area) => Object.values<{ input: z.ZodMiniType }>(area))) {
    const names = Object.keys('shape' in route.input ? Object(route.input.shape) : {})
    for (const wrong of rubbish) {
      const found = fields(route.input, Object.fromEntries(names.map((name) => [name, wrong])))
      for (const sentence of Object.values(found))
        expect(sentence).not.toMatch(/Invalid|expected|Too (big|small)|undefined/)
    }
  }
})

test.each(['constructor', 'toString', 'valueOf'])('an unknown field named %s is reported like any other', (name) => {
  const schema = z.object({ odds: z.record(z.string(), z.string()) })
  expect(readInput(schema, { odds: { [name]: 5 } })).toEqual({
    ok: false,
    faults: { [`odds.${name}`]: { code: 'not_valid', sentence: expect.stringMatching(/ is not a valid text$/) } },
  })
})
