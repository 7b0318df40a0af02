import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Failed } from '@nare/client/call'
import type { FieldCode } from '@nare/contract/field-codes'

/** Codes for which English shows the server's sentence, because it names the field and the limit. */
const namedByServer = {
  required: msg`Please fill this in`,
  not_valid: msg`This is not valid`,
  wrong_length: msg`This has the wrong length`,
  too_short: msg`This is too short`,
  too_long: msg`This is too long`,
  too_small: msg`This is below the minimum`,
  too_large: msg`This is above the maximum`,
  too_few: msg`There are too few of these`,
  too_many: msg`There are too many of these`,
  not_one_of: msg`Choose one of the options`,
  deposit_min: msg`This is below the minimum deposit`,
  deposit_max: msg`This is above the maximum deposit`,
  withdrawal_min: msg`This is below the minimum withdrawal`,
  withdrawal_max: msg`This is above the maximum withdrawal`,
} satisfies Partial<Record<FieldCode, MessageDescriptor>>

const texts: Readonly<Record<FieldCode, MessageDescriptor>> = {
  phone_number: msg`Enter a mobile number like 0712 345 678`,
  amount_text: msg`Enter an amount like 100 or 100.50`,
  odds_text: msg`Enter odds like 2.10`,
  day_text: msg`Enter a day like 2026-11-20`,
  password: msg`Enter a password`,
  password_too_long: msg`Choose a password of at most 200 characters`,
  email_too_long: msg`This e-mail address is too long`,
  six_digits: msg`Enter the six digits of the code`,
  date_of_birth: msg`Enter your date of birth`,
  own_password: msg`Enter your password`,
  picture: msg`Choose a picture`,
  picture_kind: msg`Send a JPEG or PNG picture`,
  picture_too_large: msg`A picture must be at most 1.5 MB`,
  document_number: msg`Enter the number exactly as it is on the document`,
  break_period: msg`Choose how long your break lasts`,
  minutes: msg`Choose a number of minutes`,
  pick: msg`Add a pick`,
  whole_shillings: msg`Enter an amount in whole shillings`,
  provider_not_offered: msg`This provider is not offered here`,
  which_deposit: msg`Say which deposit, or its receipt`,
  characters: msg`This has a character that is not allowed`,
  ...namedByServer,
}

const textByCode: Readonly<Record<string, MessageDescriptor | undefined>> = texts
/** The server's error about a field, in the bettor's language by its code; the server's sentence for an unknown code. */
export function fieldText(i18n: I18n, failed: Pick<Failed, 'fields' | 'body'>, name: string): string | undefined {
  const sentence = Object.hasOwn(failed.fields, name) ? failed.fields[name] : undefined
  const codes = failed.body['field_codes']
  if (sentence === undefined || typeof codes !== 'object' || codes === null) return sentence
  const code = (codes as Record<string, unknown>)[name]
  if (typeof code !== 'string' || !Object.hasOwn(textByCode, code)) return sentence
  if (i18n.locale === 'en' && Object.hasOwn(namedByServer, code)) return sentence
  const message = textByCode[code]
  return message && i18n.messages[message.id] ? i18n._(message) : sentence
}
