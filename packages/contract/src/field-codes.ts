/** What is wrong with a field, for rules of the calls that have a sentence of their own: the code and its English sentence. */
export const fieldSentences = {
  phone_number: 'Enter a mobile number like 0712 345 678',
  amount_text: 'Enter an amount like 100 or 100.50',
  odds_text: 'Enter odds like 2.10',
  day_text: 'Enter a day like 2026-11-20',
  password: 'Enter a password',
  password_too_long: 'Choose a password of at most 200 characters',
  email_too_long: 'This e-mail address is too long',
  six_digits: 'Enter the six digits of the code',
  date_of_birth: 'Enter your date of birth',
  own_password: 'Enter your password',
  picture: 'Choose a picture',
  picture_kind: 'Send a JPEG or PNG picture',
  picture_too_large: 'A picture must be at most 1.5 MB',
  document_number: 'Enter the number exactly as it is on the document',
  break_period: 'Choose how long your break lasts',
  minutes: 'Choose a number of minutes',
  pick: 'Add a pick',
  whole_shillings: 'Enter an amount in whole shillings',
  provider_not_offered: 'This provider is not offered here',
  which_deposit: 'Say which deposit, or its receipt',
  characters: 'This has a character that is not allowed',
} as const

/** The specification's rules of section 5, which name the field in their sentence. */
export const ruleCodes = [
  'required',
  'not_valid',
  'wrong_length',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_few',
  'too_many',
  'not_one_of',
] as const

/** Amounts outside the operator's bounds; the sentence names the bound. */
export const amountCodes = ['deposit_min', 'deposit_max', 'withdrawal_min', 'withdrawal_max'] as const

export type FieldCode = keyof typeof fieldSentences | (typeof ruleCodes)[number] | (typeof amountCodes)[number]

export type FieldFault = { readonly code: FieldCode; readonly sentence: string }

/** A fault with the default sentence of its code. */
export const fault = (code: keyof typeof fieldSentences): FieldFault => ({ code, sentence: fieldSentences[code] })

/** The facts of a refusal about fields: a sentence and a code for each path. */
export function fieldFacts(faults: Readonly<Record<string, FieldFault>>): {
  fields: Record<string, string>
  field_codes: Record<string, FieldCode>
} {
  const all = Object.entries(faults)
  return {
    fields: Object.fromEntries(all.map(([path, { sentence }]) => [path, sentence])),
    field_codes: Object.fromEntries(all.map(([path, { code }]) => [path, code])),
  }
}
