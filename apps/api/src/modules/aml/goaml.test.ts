import { expect, test } from 'vitest'
import { goAml, type Report } from './goaml.ts'

/**
 * The elements of each element in the order of the public schema 4.0 of goAML, with "!" those that must be there. What this report never says
 * is left out. The side of a payment is a choice of an account and an entity.
 */
const order: Readonly<Record<string, string>> = {
  report:
    'rentity_id! rentity_branch submission_code! report_code! entity_reference fiu_ref_number submission_date! currency_code_local! reporting_person location reason action transaction activity report_indicators!',
  reporting_person: 'gender title first_name! middle_name prefix last_name! birthdate phones email',
  location: 'address_type! address! town city! zip country_code! state',
  transaction:
    'transactionnumber! internal_ref_number transaction_location transaction_description date_transaction! teller value_date transmode_code! transmode_comment amount_local! t_from_my_client t_from t_to_my_client t_to',
  t_from: 'from_funds_code! from_funds_comment from_account from_person from_entity from_country!',
  t_from_my_client: 'from_funds_code! from_funds_comment from_account from_person from_entity from_country!',
  t_to: 'to_funds_code! to_funds_comment to_account to_person to_entity to_country!',
  t_to_my_client: 'to_funds_code! to_funds_comment to_account to_person to_entity to_country!',
  account:
    'institution_name! institution_code swift non_bank_institution branch account! currency_code account_name iban client_number personal_account_type t_entity signatory opened closed status_code',
  entity: 'name! commercial_name',
  signatory: 'is_primary t_person! role',
  t_person: 'gender title first_name! middle_name prefix last_name! birthdate phones addresses',
  phones: 'phone!',
  phone: 'tph_contact_type! tph_communication_type! tph_country_prefix tph_number!',
  activity: 'report_parties! goods_services',
  report_parties: 'report_party!',
  report_party: 'person account entity significance reason comments',
  report_indicators: 'indicator!',
}
const typeOf: Readonly<Record<string, string>> = {
  ...{ from_account: 'account', to_account: 'account', from_entity: 'entity', to_entity: 'entity' },
}

type Node = { readonly name: string; readonly children: Node[]; text: string }

function parsed(xml: string): Node {
  const root: Node = { name: '', children: [], text: '' }
  const open = [root]
  for (const [, closing, name = '', text = ''] of xml.matchAll(/<(\/?)([a-z_0-9]+)>([^<]*)/g)) {
    if (closing === '/') open.pop()
    else {
      const node: Node = { name, children: [], text: text.trim() }
      open.at(-1)?.children.push(node)
      open.push(node)
    }
  }
  return root.children[0] ?? root
}

/** What is against the order of the schema, below an element. */
function faultsOf({ name, children }: Node): string[] {
  if (children.length === 0) return []
  const known = (order[typeOf[name] ?? name] ?? '').split(' ').filter((one) => one !== '')
  const names = known.map((one) => one.replace('!', ''))
  const places = children.map((child) => names.indexOf(child.name))
  return [
    ...children.flatMap((child, n) => (places[n] === -1 ? [`${name} has ${child.name}`] : [])),
    ...places.flatMap((place, n) =>
      place < (places[n - 1] ?? 0) ? [`${name}: ${children[n]?.name} is too late`] : [],
    ),
    ...known.flatMap((one) =>
      one.endsWith('!') && !children.some((child) => `${child.name}!` === one) ? [`${name} lacks ${one}`] : [],
    ),
    ...children.flatMap((child) => faultsOf(child)),
  ]
}

const report: Report = {
  ...{ entityId: '123', entityName: 'Nare & Sons', branch: 'Head office', reference: 'case-4' },
  ...{ at: '2026-11-29T13:10:27', currency: 'KES', country: 'KE', address: 'Moi Avenue', city: 'Nairobi' },
  codes: { transmode: 'MM01', funds: 'E', accountType: 'KeP', holderRole: 'A', accountStatus: 'A' },
  officer: { first: 'Esther', last: 'Were', email: 'esther@example.com' },
  ...{ reason: 'Split deposits', action: 'Asked the bank' },
  person: {
    ...{ account: '7', name: 'Kevin Odhiambo', msisdn: '254712345678', born: '1990-05-04' },
    since: '2026-01-02T08:00:00',
  },
  transactions: [
    { number: '11', at: '2026-11-28T09:00:00', amount: '149999.00', isDeposit: true, other: '254700000001' },
    { number: '12', at: '2026-11-28T10:00:00', amount: '140000.00', isDeposit: false, other: null },
  ],
  indicators: ['SPCRD'],
}
const sidesOf = ({ children }: Node): string[] =>
  children.map(({ name }) => name).filter((name) => name.startsWith('t_'))

test('a report follows the order of the schema, and each payment has two sides', () => {
  const root = parsed(goAml(report))
  expect(faultsOf(root)).toEqual([])
  const payments = root.children.filter(({ name }) => name === 'transaction')
  expect(payments.map(sidesOf)).toEqual([
    ['t_from', 't_to_my_client'],
    ['t_from_my_client', 't_to'],
  ])
  expect(goAml(report)).toContain('<account_name>Kevin Odhiambo</account_name>')
  expect(goAml(report)).toContain('<institution_name>Nare &amp; Sons</institution_name>')
})

test('a case without payments is the activity of a person, and long texts are cut at what the schema takes', () => {
  const root = parsed(goAml({ ...report, transactions: [], reason: 'a'.repeat(5_000), action: '' }))
  expect(faultsOf(root)).toEqual([])
  expect(root.children.map(({ name }) => name)).toEqual([
    ...['rentity_id', 'rentity_branch', 'submission_code', 'report_code', 'entity_reference', 'submission_date'],
    ...['currency_code_local', 'reporting_person', 'location', 'reason', 'activity', 'report_indicators'],
  ])
  expect(root.children.find(({ name }) => name === 'report_code')?.text).toBe('SAR')
  expect(root.children.find(({ name }) => name === 'reason')?.text).toHaveLength(4_000)
})
