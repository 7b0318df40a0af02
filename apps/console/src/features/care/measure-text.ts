import type { CareMeasure } from '@nare/contract/care'
import { amountText, labelOf } from '../../parts/format.ts'
import { limitKinds, limitPeriods, type LimitKind, type LimitPeriod } from '../../parts/limits.ts'
import { periodText } from '../../parts/period-text.ts'

/** What was done about a marker, in a sentence with its figures. */
export function measureText({ what, facts }: Pick<CareMeasure, 'what' | 'facts'>): string {
  const { period = '', percent = '', asked_by: asker } = facts
  switch (what) {
    case 'limit':
      return `Limits lowered: ${Object.entries(facts).map(limitText).join(', ')}`
    case 'break':
      return `Break of ${periodText(period)}`
    case 'exclusion': {
      const length = period === 'permanent' ? 'for good' : `for ${periodText(period)}`
      return `Excluded ${length}${asker === undefined ? '' : `, asked by ${asker}`}`
    }
    case 'lock':
      return 'Account locked'
    case 'unlock':
      return 'Account unlocked'
    case 'stake_percent':
      return `Stakes at ${percent} %`
    case 'message':
      return 'Message sent'
    case 'note':
      return 'Note written'
  }
}

/** "deposit day", "1000.00" as "Deposits KSh 1,000 a day". */
function limitText([name, amount]: readonly [string, string]): string {
  const [kind = '', period = ''] = name.split(' ')
  const kindName = kind in limitKinds ? limitKinds[kind as LimitKind] : labelOf(kind)
  const periodName = period in limitPeriods ? limitPeriods[period as LimitPeriod] : period
  return `${kindName} ${amountText(amount)} ${periodName}`
}
