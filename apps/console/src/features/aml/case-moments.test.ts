import type { OneAmlCase } from '@nare/contract/aml'
import { expect, test } from 'vitest'
import { momentsOf } from './case-moments.ts'

const by = 'esther'
const at = (minute: number): string => `2026-11-29T10:${String(minute).padStart(2, '0')}:00.000Z`
const of: OneAmlCase = {
  ...{ case_id: '4', bettor_id: '7', name: 'Kevin Odhiambo', reason: 'Split deposits', state: 'closed', owner: by },
  ...{ suspected_at: at(0), due_at: at(50), opened_at: at(1), opened_by: by },
  ...{ reported_at: at(8), reported_by: by, reference: 'FRC-1', closed_at: at(9), closed_by: 'ada' },
  ...{ closed_reason: 'the authority has it', filed_at: at(8) },
  subject: { name: 'Kevin Odhiambo', msisdn: '0712 *** 678', since: at(0), verified: true, born: null },
  alerts: (['structured', 'turnover'] as const).map((rule, n) => ({
    ...{ alert_id: String(n), bettor_id: '7', name: '', rule, facts: { text: '', items: [] }, state: 'case' as const },
    ...{ owner: null, raised_at: at(0), changed_at: at(0), case_id: '4', open_case_id: null },
    ...{ ended_at: at(n === 0 ? 1 : 4), ended_by: by, ended_reason: n === 0 ? 'Split deposits' : 'as before' },
  })),
  notes: [{ note_id: '1', text: 'Asked the bank', at: at(3), by }],
  evidence: [
    { evidence_id: '1', kind: 'alert', ref: '0', lines: [], at: at(1), by },
    { evidence_id: '2', kind: 'payment', ref: '31', lines: [], at: at(5), by },
  ],
  changes: [{ owner: 'ada', due_at: at(50), reason: 'on leave', at: at(6), by }],
}

test('a case tells what was done, the newest first; the alert that opened it is no moment of its own', () => {
  expect(momentsOf(of).map(({ by: who, what, text }) => `${who}: ${what}: ${text}`)).toEqual([
    'ada: Closed: the authority has it',
    'esther: Report filed: FRC-1',
    'esther: Owner ada, due 13:50: on leave',
    'esther: Payment 31 attached: ',
    'esther: Alert joined: Sudden turnover: as before',
    'esther: Note: Asked the bank',
    'esther: Opened: Split deposits',
  ])
  const { reported_at: _, ...open } = of
  expect(momentsOf({ ...open, reported_at: null })[0]?.what).toBe('Closed without a report')
})
