import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { ChipRow } from '@nare/ui/chip-row'
import { Notice } from '@nare/ui/notice'
import { useEffect, useState } from 'react'
import { Link, useParams, useSearchParams } from 'wouter'
import { Skeleton } from '../../loading/skeleton.tsx'
import { printJackpot, printMatches } from '../../state/calls-print.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { PaperList } from './paper-list.tsx'
import { printedRows } from './printed-rows.ts'
import style from './print.module.css'

const isNotFound = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && 'code' in failure && failure.code === 'not_found'

type Width = 'a4' | '80mm'
const filterFields = ['sport_id', 'competition_id', 'date', 'jackpot_id', 'when'] as const

/** The preview of a printed list of matches or of a jackpot. Its content and the width of the paper are in the URL. */
export function Print() {
  const { t, i18n } = useLingui()
  const { list } = useParams<{ list: string }>()
  const kind = list === 'jackpot' ? 'jackpot' : 'matches'
  const [query, setQuery] = useSearchParams()
  const send = useSend()
  const { printed_data, print_title, print_jackpot_data, loaded, loading, error } = useApp(({ data }) => data)
  const width: Width = query.get('width') === '80mm' ? '80mm' : 'a4'
  const filter = filterOf(query)
  // No jackpot pool is open, or the pool in the URL is no longer open.
  const [isNone, setNone] = useState(false)
  const pdfQuery = new URLSearchParams({ ...filter, lang: i18n.locale, width }).toString()
  const key = new URLSearchParams(filter).toString()
  useEffect(() => {
    const endpoint = `/v1/print/${kind}`
    const data = { ...Object.fromEntries(new URLSearchParams(key)), lang: i18n.locale }
    const running = send(kind === 'jackpot' ? printJackpot({ endpoint, data }) : printMatches({ endpoint, data }))
    void running.then((ended) => setNone('payload' in ended && isNotFound(ended.payload)))
  }, [send, kind, key, i18n.locale])
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    next.set(name, value)
    setQuery(next, { replace: true })
  }
  return (
    <section className={style.page}>
      <header className={style.tools}>
        <h1>{t`Print`}</h1>
        <nav aria-label={t`List`}>
          <Link href="/print/matches" aria-current={kind === 'matches' ? 'page' : undefined}>{t`Matches`}</Link>
          <Link href="/print/jackpot" aria-current={kind === 'jackpot' ? 'page' : undefined}>{t`Jackpot`}</Link>
        </nav>
        {kind === 'matches' && (
          <ChipRow
            label={t`Matches`}
            items={[
              { key: 'highlights', text: t`Highlights` },
              { key: 'today', text: t`Today` },
              { key: 'upcoming', text: t`Upcoming` },
            ]}
            value={filter['when'] ?? 'highlights'}
            onPick={(when) => change('when', when)}
          />
        )}
        <ChipRow
          label={t`Paper`}
          items={[
            { key: 'a4', text: t`A4` },
            { key: '80mm', text: t`80 mm` },
          ]}
          value={width}
          onPick={(paper: string) => change('width', paper)}
        />
        <div className={style.actions}>
          <Button small disabled={!loaded} onClick={() => window.print()}>{t`Print list`}</Button>
          <a className={style.pdf} href={`/v1/print/${kind}.pdf?${pdfQuery}`} target="_blank" rel="noopener">
            <Trans>Open PDF</Trans>
          </a>
        </div>
      </header>
      {!loaded && loading && <Skeleton rows={8} />}
      {!loading && !loaded && error !== null && !isNone && (
        <Notice>{t`We couldn't load this list. Please try again`}</Notice>
      )}
      {!loading && !loaded && (error === null || isNone) && (
        <NothingHere drawing="statement" href="/" link={t`See today's matches`}>
          <Trans>There is nothing to print here now</Trans>
        </NothingHere>
      )}
      {loaded && (
        <PaperList
          width={width}
          title={kind === 'jackpot' ? print_title : t`Matches`}
          rows={printedRows(printed_data)}
          jackpot={kind === 'jackpot' ? print_jackpot_data : null}
        />
      )}
    </section>
  )
}

function filterOf(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    filterFields.flatMap((name) => {
      const value = query.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}
