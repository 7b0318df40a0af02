import { expect, test } from 'vitest'
import { numbersNow, readNumbersOf } from './numbers.ts'
import { amountText, dialledNumber, mobileNumber, oneTimeCode, typedDigits } from './typed.ts'
import { typedCode } from './typed-code.ts'

test('a one-time code is read with spaces, dashes, marks that are not seen and the digits of other scripts', () => {
  const pasted = [' 375 958', '375-958', '\u200e375\u00a0958\ufeff', '٣٧٥٩٥٨', '३७५९५८', '３７５９５８', '375958.']
  for (const text of pasted) expect([text, oneTimeCode(text)]).toEqual([text, '375958'])
  expect(oneTimeCode('Your Nare code is 375958. It is valid for 5 minutes.')).toBe('375958')
  for (const text of ['', '37595', '3759588', '375958 or 111111', 'abc'])
    expect([text, oneTimeCode(text)]).toEqual([text, undefined])
})

test('a booking code is read with dashes, quotes, a hash, a full stop and marks that are not seen, and from its link', () => {
  const typed = ['k7p2qx', 'K7P-2QX', '“K7P2QX”', '#K7P2QX', 'K7P2QX.', ' K7P 2QX\u200b', 'Ｋ７Ｐ２ＱＸ']
  const links = [
    'https://nare.example/b/K7P2QX',
    '%23K7P2QX.',
    'https://nare.example/b/%E2%80%9CK7P%202QX%E2%80%9D',
    'My picks on Nare, code K7P2QX: https://nare.example/b/k7p2qx?utm=1',
    'Join with the code K7P2QX: https://nare.example/fpl?tab=leagues&join=k7p2qx',
  ]
  const escaped = ['https://nare.example/b/%23K7P2QX', '%E2%80%9CK7P2QX%E2%80%9D', 'K7P%2F2QX', '/b/K7P.2QX']
  for (const text of [...typed, ...links, ...escaped]) expect([text, typedCode(text)]).toEqual([text, 'K7P2QX'])
  expect([typedCode('?!'), typedCode('K7P2QX%')]).toEqual(['', 'K7P2QX'])
})

test('a mobile number is read in every form that people and phones write', () => {
  const forms = ['0712345678', '712345678', '254712345678', '+254712345678', '00254712345678', '+2540712345678']
  const signs = [
    '+254 (0) 712 345 678',
    '0712.345.678',
    '0712-345–678',
    '\u202a+254 712 345678\u202c',
    '(0712) 345/678',
  ]
  for (const text of [...forms, ...signs, '٠٧١٢٣٤٥٦٧٨'])
    expect([text, mobileNumber(text)]).toEqual([text, '254712345678'])
  expect(mobileNumber('0110 000 001')).toBe('254110000001')
  for (const text of ['', '0812345678', '07123456789', '071234567', '+255712345678', '0712 345 67a', '00712345678'])
    expect([text, mobileNumber(text)]).toEqual([text, undefined])
})

test('a comma groups thousands before three digits, and is a decimal point elsewhere', () => {
  const amounts = { '1,000': '1000', '12,500': '12500', '50,5': '50.5', '2,000.50': '2000.50', '1,250,000': '1250000' }
  const others = { 'KSh 20.50': '20.50', ' 1 000 ': '1000', '2,': '2.', '١٬٠٠٠': '1000', '50,50': '50.50' }
  for (const [text, amount] of Object.entries({ ...amounts, ...others }))
    expect([text, amountText(text)]).toEqual([text, amount])
})

test('a text that is not one amount stays visible instead of becoming another amount', () => {
  expect(amountText('1.2.3')).toBe('1.2.3')
  expect(amountText('20,50,')).toBe('20.50,')
  expect(amountText('1.000')).toBe('1.000')
  expect(amountText('1,0000')).toBe('1.0000')
})

test('digits are read in any script', () => {
  expect(typedDigits('১২ ៣-៩ x')).toBe('1239')
})

test('a mobile number is read as one of the country', () => {
  const kenya = numbersNow()
  readNumbersOf({ calling_code: '256', mobile: '7\\d{8}' })
  const read = ['0772 345 678', '+256 (0) 772-345-678', '0112345678', '254712345678'].map(mobileNumber)
  const dialled = dialledNumber('256772345678')
  readNumbersOf(kenya)
  expect([...read, dialled]).toEqual(['256772345678', '256772345678', undefined, undefined, '0772345678'])
  expect(mobileNumber('0112345678')).toBe('254112345678')
})
