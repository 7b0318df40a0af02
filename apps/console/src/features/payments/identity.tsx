import { operator } from '@nare/contract/operator'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts, Tag } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { dayText, labelOf, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { IdentityPictures } from './identity-pictures.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { sameName, type Check } from './rules.ts'
import { waits } from './waiting.tsx'
import style from './payments.module.css'

/** The queue of identity checks, oldest first. */
export function IdentityChecks() {
  return (
    <PanelList
      title="Identity"
      route={operator.identityChecks}
      columns={columns}
      rowId={({ check_id }: Check) => check_id}
      panel={(row, close) => <CheckPanel row={row} onClose={close} />}
    />
  )
}

/** A check: the account beside the document, its pictures once a reason is given, and the decision. */
function CheckPanel({ row, onClose }: { row: Check; onClose: () => void }) {
  const mayDecide = useMay()('identity.decide')
  const [asked, setAsked] = useState<'approve' | 'refuse'>()
  const { check_id: id, account, documents } = row
  useKeys([
    { keys: ['a'], label: 'approve', press: () => setAsked('approve'), on: mayDecide },
    { keys: ['r'], label: 'refuse', press: () => setAsked('refuse'), on: mayDecide },
  ])
  return (
    <>
      <span className="t3">
        Check {id} · sent {whenText(row.submitted_at, serverNow())}
      </span>
      <h2>{row.name}</h2>
      {!sameName(row.name, account.name) && <Tag tone="amber">The names differ</Tag>}
      <Facts
        rows={[
          ['Name in the account', account.name],
          ['Name on the document', row.name],
          ['Date of birth in the account', dayText(account.date_of_birth)],
          ['Document', labelOf(row.kind)],
          ['Its number', row.number],
          [
            'Bettor',
            <a key="bettor" href={`/console/bettors/${row.bettor_id}`}>
              {row.bettor_id}
            </a>,
          ],
        ]}
      />
      <SourceAnswer source={row.source} />
      {mayDecide && asked === undefined && (
        <div className={style.buttons}>
          <Button small onClick={() => setAsked('approve')}>
            Approve
          </Button>
          <Button small look="plain" onClick={() => setAsked('refuse')}>
            Refuse
          </Button>
        </div>
      )}
      {asked !== undefined && (
        <ActionForm
          key={asked}
          route={operator.decideIdentityCheck}
          title={asked === 'approve' ? 'Approve the identity' : 'Refuse the identity'}
          sentence={
            asked === 'approve'
              ? `${account.name} counts as identified: withdrawals no longer wait for it. Approving cannot be undone.`
              : `${account.name} reads the reason, and can send the document again.`
          }
          action={asked === 'approve' ? 'Approve' : 'Refuse'}
          danger={asked === 'refuse'}
          input={({ reason }) => ({ id, approve: asked === 'approve', reason })}
          onClose={onClose}
        />
      )}
      {mayDecide && <IdentityPictures id={id} kinds={documents.map(({ kind }) => kind)} />}
    </>
  )
}

/** What the electronic source said: its result, and which details match its record. */
function SourceAnswer({ source }: Pick<Check, 'source'>) {
  if (!source) return <p className="t3">No electronic source has said anything about this person.</p>
  return (
    <section aria-label="Electronic source">
      <h3>{source.name} says</h3>
      <Facts
        rows={[
          ['Result', source.result],
          ...source.fields.map(
            ({ field, match }) =>
              [
                fieldNames[field],
                <Tag key={field} tone={matchLooks[match].tone}>
                  {matchLooks[match].text}
                </Tag>,
              ] as const,
          ),
        ]}
      />
    </section>
  )
}

const fieldNames = { number: 'Number', name: 'Name', birthday: 'Birthday', phone: 'Phone' } as const
const matchLooks = {
  yes: { tone: 'up', text: 'Matches' },
  partly: { tone: 'amber', text: 'Matches in part' },
  no: { tone: 'down', text: 'Differs' },
  unknown: { tone: undefined, text: 'Not known' },
} as const

const columns: readonly Column<Check>[] = [
  waits(({ submitted_at }) => submitted_at),
  {
    id: 'name',
    head: 'Name in the account',
    cell: ({ account }) => <b>{account.name}</b>,
    sort: (row) => row.account.name,
  },
  {
    id: 'document',
    head: 'Name on the document',
    cell: ({ name, account }) => (sameName(name, account.name) ? name : <Tag tone="amber">{name}</Tag>),
    sort: ({ name }) => name,
    wide: true,
  },
  { id: 'born', head: 'Born', cell: ({ account }) => dayText(account.date_of_birth), width: 110, wide: true },
  { id: 'kind', head: 'Document', cell: ({ kind }) => labelOf(kind), sort: ({ kind }) => kind, width: 110, wide: true },
  { id: 'number', head: 'Number', cell: ({ number }) => number, width: 120, wide: true },
  { id: 'pictures', head: 'Pictures', cell: ({ documents }) => documents.length, end: true, width: 80, wide: true },
]
