import type { AmlRuleLine, AmlSetting } from '@nare/contract/aml'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { amlRuleTexts } from '../../parts/aml-text.ts'
import { Facts, Head, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { countText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel, Words } from '../../parts/panel.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './aml.module.css'
import { settingText } from './texts.ts'

const none: readonly AmlRuleLine[] = []

/** The rules with their bounds and what they find, and what a report says of the house. Each bound is a setting. */
export function Rules() {
  const [{ rule, sort }, setFilters] = useFilters<'rule' | 'sort'>()
  const { data, error, isPending, refetch } = useRead(calls.amlRules, {}, { everyMs: 15_000 })
  const rows = data?.data ?? none
  const open = rows.find((one) => one.rule === rule)
  const missing = data?.report.filter(({ is_missing }) => is_missing).length ?? 0
  return (
    <>
      <Head
        title="Rules"
        about={missing > 0 && <Tag tone="amber">{countText(missing)} settings of a report are missing</Tag>}
      />
      <Loaded of={{ isLoading: isPending, error, retry: () => void refetch() }}>
        <Queue label="Rule" onClose={() => setFilters({ rule: undefined })} panel={open && <RulePanel of={open} />}>
          <div className={style.rules}>
            <DataTable
              label="Rules"
              rows={rows}
              columns={columns}
              rowId={(row) => row.rule}
              active={rule}
              onActive={(next) => setFilters({ rule: next })}
              sort={sort}
              onSort={(next) => setFilters({ sort: next })}
            />
          </div>
          {data && (
            <section className={style.section} aria-label="What a report says">
              <h3>What a report says</h3>
              <div className={style.two}>
                {halves(data.report).map((half, n) => (
                  <Settings key={n} of={half} />
                ))}
              </div>
            </section>
          )}
        </Queue>
      </Loaded>
    </>
  )
}

const halves = <T,>(all: readonly T[]): readonly (readonly T[])[] => {
  const middle = Math.ceil(all.length / 2)
  return [all.slice(0, middle), all.slice(middle)]
}

const count = (id: 'open' | 'raised' | 'in_case' | 'closed', head: string): Column<AmlRuleLine> => ({
  ...{ id, head, end: true, width: 90 },
  cell: (row) => (row[id] === 0 ? <span className="t3">–</span> : countText(row[id])),
  sort: (row) => row[id],
})

const columns: readonly Column<AmlRuleLine>[] = [
  {
    id: 'rule',
    head: 'Rule',
    cell: ({ rule }) => <b>{amlRuleTexts[rule]}</b>,
    sort: ({ rule }) => amlRuleTexts[rule],
    width: 160,
  },
  { id: 'about', head: 'What it looks for', cell: ({ about }) => about, roomy: true },
  {
    id: 'bound',
    head: 'Bound',
    cell: ({ settings }) => (settings[0] ? settingText(settings[0]) : '–'),
    end: true,
    width: 120,
  },
  count('open', 'Open'),
  { ...count('raised', '30 days'), wide: true },
  { ...count('in_case', 'In a case'), wide: true },
  { ...count('closed', 'Dismissed'), wide: true },
]

function RulePanel({ of: { rule, about, settings } }: { of: AmlRuleLine }) {
  return (
    <Panel>
      <h2>{amlRuleTexts[rule]}</h2>
      <Words>{about}</Words>
      <Settings of={settings} />
      <Link to="/house/aml/alerts" search={{ rule } as never}>
        Its open alerts
      </Link>
    </Panel>
  )
}

/** Settings with their values, each a link to its page for people who read settings. */
function Settings({ of }: { of: readonly AmlSetting[] }) {
  const mayRead = useMay()('settings.read')
  const valueOf = (one: AmlSetting): ReactNode =>
    one.is_missing ? <Tag tone="amber">missing</Tag> : one.value === '' ? '–' : <b>{settingText(one)}</b>
  return (
    <Facts
      rows={of.map((one) => [
        one.name,
        mayRead ? (
          <Link key={one.key} to="/house/settings" search={{ setting: one.key } as never} title={`Setting ${one.key}`}>
            {valueOf(one)}
          </Link>
        ) : (
          valueOf(one)
        ),
      ])}
    />
  )
}
