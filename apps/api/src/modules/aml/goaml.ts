/** What a suspicious transaction report says, as goAML names it. Amounts are text with two decimals, times are local and have no zone. */
export type Report = {
  readonly entityId: string
  readonly entityName: string
  readonly branch: string
  readonly reference: string
  readonly at: string
  readonly currency: string
  readonly country: string
  /** Codes of the authority's lists; an empty one is left out. */
  readonly codes: {
    readonly transmode: string
    readonly funds: string
    readonly accountType: string
    readonly holderRole: string
    readonly accountStatus: string
  }
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

/** The longest text of a reason and of an action. */
const textMax = 4_000

/**
 * A report of a suspicion as goAML reads it, its elements in the order of the public schema 4.0: of transactions (STR), or of the activity of a
 * person without any (SAR). Empty elements are left out.
 */
export function goAml(of: Report): string {
  const { officer, transactions } = of
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
    ['report_code', transactions.length > 0 ? 'STR' : 'SAR'],
    ['entity_reference', of.reference],
    ['submission_date', of.at],
    ['currency_code_local', of.currency],
    ['reporting_person', reporter],
    ['location', location],
    ['reason', of.reason.slice(0, textMax)],
    ['action', of.action.slice(0, textMax)],
    ...transactions.map((one): Element => ['transaction', transactionOf(of, one)]),
    ...(transactions.length > 0 ? [] : [activityOf(of)]),
    ['report_indicators', of.indicators.map((one): Element => ['indicator', one])],
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(['report', root], 0)}`
}

/** What is reported of somebody without payments: the account, and why. */
const activityOf = (of: Report): Element => [
  'activity',
  [
    [
      'report_parties',
      [
        [
          'report_party',
          [
            ['account', accountOf(of)],
            ['reason', of.reason.slice(0, textMax)],
          ],
        ],
      ],
    ],
  ],
]

function transactionOf(of: Report, one: Report['transactions'][number]): Element[] {
  const { country, codes } = of
  const side = (name: string, way: 'from' | 'to', party: Element): Element => [
    name,
    [
      [`${way}_funds_code`, codes.funds],
      [`${way}_${party[0]}`, party[1]],
      [`${way}_country`, country],
    ],
  ]
  const ours: Element = ['account', accountOf(of)]
  const theirs = otherOf(one)
  const sides = one.isDeposit
    ? [side('t_from', 'from', theirs), side('t_to_my_client', 'to', ours)]
    : [side('t_from_my_client', 'from', ours), side('t_to', 'to', theirs)]
  return [
    ['transactionnumber', one.number],
    ['transaction_description', one.isDeposit ? 'Deposit to a betting account' : 'Withdrawal from a betting account'],
    ['date_transaction', one.at],
    ['transmode_code', codes.transmode],
    ['amount_local', one.amount],
    ...sides,
  ]
}

const mobileMoney = 'Mobile money'

/**
 * The other side of a payment, which the schema asks for: the account of mobile money with its number, or without a number the mobile money
 * itself. Whose number it is the house does not know, so it names no person.
 */
const otherOf = ({ other }: Report['transactions'][number]): Element =>
  other === null
    ? ['entity', [['name', mobileMoney]]]
    : [
        'account',
        [
          ['institution_name', mobileMoney],
          ['non_bank_institution', 'true'],
          ['account', other],
        ],
      ]

/** The betting account with its holder. */
function accountOf({ entityId, entityName, person, currency, codes }: Report): Element[] {
  const [first, ...rest] = person.name.trim().split(/\s+/)
  const phone: Element[] = [
    ['tph_contact_type', 'P'],
    ['tph_communication_type', 'M'],
    ['tph_number', person.msisdn],
  ]
  const holder: Element[] = [
    ['first_name', first ?? ''],
    ['last_name', rest.join(' ') || (first ?? '')],
    ['birthdate', person.born === null ? undefined : `${person.born}T00:00:00`],
    ['phones', [['phone', phone]]],
  ]
  const signatory: Element[] = [
    ['is_primary', 'true'],
    ['t_person', holder],
    ['role', codes.holderRole],
  ]
  return [
    ['institution_name', entityName],
    ['institution_code', entityId],
    ['non_bank_institution', 'true'],
    ['account', person.account],
    ['currency_code', currency],
    ['account_name', person.name],
    ['personal_account_type', codes.accountType],
    ['signatory', signatory],
    ['opened', person.since],
    ['status_code', codes.accountStatus],
  ]
}

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
