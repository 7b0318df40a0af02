/** What a suspicious transaction report says, as goAML names it. Amounts are text with two decimals, times are ISO. */
export type Report = {
  readonly entityId: string
  readonly branch: string
  readonly reference: string
  readonly at: string
  readonly currency: string
  readonly country: string
  readonly officer: { readonly first: string; readonly last: string; readonly email: string }
  readonly address: string
  readonly city: string
  readonly reason: string
  readonly action: string
  readonly person: {
    readonly account: string
    readonly name: string
    readonly msisdn: string
    readonly born: string | null
    readonly since: string
  }
  readonly transactions: readonly {
    readonly number: string
    readonly at: string
    readonly amount: string
    readonly isDeposit: boolean
    /** The number on the other side, where it is known. */
    readonly other: string | null
  }[]
  readonly indicators: readonly string[]
}

type Element = readonly [name: string, content: string | readonly Element[] | undefined]

/** A report of a suspicion (STR) as goAML reads it, its elements in the order of the public schema 4.0. Empty elements are left out. */
export function goAml(of: Report): string {
  const { officer } = of
  const reporter: Element[] = [
    ['first_name', officer.first],
    ['last_name', officer.last],
    ['email', officer.email],
  ]
  const location: Element[] = [
    ['address_type', 'B'],
    ['address', of.address],
    ['city', of.city],
    ['country_code', of.country],
  ]
  const root: Element[] = [
    ['rentity_id', of.entityId],
    ['rentity_branch', of.branch],
    ['submission_code', 'E'],
    ['report_code', 'STR'],
    ['entity_reference', of.reference],
    ['submission_date', secondOf(of.at)],
    ['currency_code_local', of.currency],
    ['reporting_person', reporter],
    ['location', location],
    ['reason', of.reason],
    ['action', of.action],
    ...of.transactions.map((one): Element => ['transaction', transactionOf(of, one, accountOf(of))]),
    ['report_indicators', of.indicators.map((one): Element => ['indicator', one])],
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(['report', root], 0)}`
}

function transactionOf({ country }: Report, one: Report['transactions'][number], account: Element[]): Element[] {
  const [clientSide, otherSide] = one.isDeposit
    ? (['t_to_my_client', 't_from'] as const)
    : (['t_from_my_client', 't_to'] as const)
  const side = (way: 'from' | 'to', what: Element): Element[] => [
    [`${way}_funds_code`, 'E'],
    what,
    [`${way}_country`, country],
  ]
  const ours = (way: 'from' | 'to'): Element[] => side(way, [`${way}_account`, account])
  // Whose number it is the house does not know: the account of the mobile money is named, and no person.
  const theirs = (way: 'from' | 'to'): Element[] =>
    one.other === null ? [] : side(way, [`${way}_account`, [['account', one.other]]])
  const [from, to]: [Element, Element] = one.isDeposit
    ? [
        [otherSide, theirs('from')],
        [clientSide, ours('to')],
      ]
    : [
        [clientSide, ours('from')],
        [otherSide, theirs('to')],
      ]
  return [
    ['transactionnumber', one.number],
    ['transaction_description', one.isDeposit ? 'Deposit to a betting account' : 'Withdrawal from a betting account'],
    ['date_transaction', secondOf(one.at)],
    ['transmode_code', 'E'],
    ['amount_local', one.amount],
    from,
    to,
  ]
}

/** The betting account with its holder. */
function accountOf({ entityId, person, currency }: Report): Element[] {
  const [first, ...rest] = person.name.trim().split(/\s+/)
  const holder: Element[] = [
    ['first_name', first ?? ''],
    ['last_name', rest.join(' ') || (first ?? '')],
    ['birthdate', person.born === null ? undefined : `${person.born}T00:00:00`],
    [
      'phones',
      [
        [
          'phone',
          [
            ['tph_contact_type', 'P'],
            ['tph_communication_type', 'M'],
            ['tph_number', person.msisdn],
          ],
        ],
      ],
    ],
  ]
  return [
    ['institution_code', entityId],
    ['account', person.account],
    ['currency_code', currency],
    ['account_name', person.name],
    [
      'signatory',
      [
        ['is_primary', 'true'],
        ['t_person', holder],
      ],
    ],
    ['opened', secondOf(person.since)],
  ]
}

/** A time without fractions or zone: the schema's dates have neither. */
const secondOf = (iso: string): string => iso.slice(0, 19)

function written([name, content]: Element, depth: number): string {
  const indent = '  '.repeat(depth)
  if (content === undefined || content.length === 0) return ''
  if (typeof content === 'string') return `${indent}<${name}>${escaped(content)}</${name}>\n`
  return `${indent}<${name}>\n${content.map((one) => written(one, depth + 1)).join('')}${indent}</${name}>\n`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** Text for XML: signs that it cannot have are left out. */
const escaped = (value: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are the signs that XML 1.0 forbids
  value.replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '').replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
