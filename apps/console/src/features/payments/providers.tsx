import type { Answer } from '@nare/contract/route'
import { operator } from '@nare/contract/operator'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts, Head, Tag } from '../../parts/controls.tsx'
import { amountText, labelOf, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './payments.module.css'

type Provider = Answer<typeof operator.providers>['data'][number]
const everyMs = 15_000

/** The providers: the money there by the ledger, faults of the set-up, and what people stopped. */
export function Providers() {
  const read = useRead(operator.providers, {}, { everyMs })
  return (
    <>
      <Head title="Providers" />
      <Loaded of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}>
        <div className={style.page}>
          {read.data?.data.map((provider) => (
            <OneProvider key={provider.provider} of={provider} />
          ))}
        </div>
      </Loaded>
    </>
  )
}

type Asked = 'payouts' | 'deposits' | 'faults'

function OneProvider({ of }: { of: Provider }) {
  const may = useMay()
  const [asked, setAsked] = useState<Asked>()
  const { provider, stops, faults } = of
  const isStopped = (part: 'payouts' | 'deposits'): boolean => stops.some((stop) => stop.part === part)
  const close = (): void => setAsked(undefined)
  return (
    <section className={style.provider} aria-label={labelOf(provider)}>
      <h2>
        {labelOf(provider)} {of.payouts_stopped && <Tag tone="amber">Payouts stopped</Tag>}{' '}
        {of.deposits_stopped && <Tag tone="amber">Deposits stopped</Tag>}
      </h2>
      <Facts
        rows={[
          ['Money there by the ledger', amountText(of.float)],
          ...stops.map(
            ({ part, by, since, reason }) =>
              [`${labelOf(part)} stopped`, `${by}, ${whenText(since, serverNow())}: ${reason}`] as const,
          ),
          ...faults.map(
            ({ part, code, times, last_at }) =>
              [`Fault of ${part}`, `${code}, ${times} times, last ${whenText(last_at, serverNow())}`] as const,
          ),
        ]}
      />
      {asked === undefined && may('payments.providers') && (
        <div className={style.buttons}>
          {(['payouts', 'deposits'] as const).map((part) => (
            <Button key={part} small look="plain" onClick={() => setAsked(part)}>
              {isStopped(part) ? `Let ${part} continue` : `Stop ${part}`}
            </Button>
          ))}
          {faults.length > 0 && (
            <Button small onClick={() => setAsked('faults')}>
              Faults are mended
            </Button>
          )}
        </div>
      )}
      {asked === 'faults' && (
        <ActionForm
          route={operator.resumeProvider}
          title="Faults are mended"
          sentence="The faults end, and waiting payouts are sent."
          action="End the faults"
          input={({ reason }) => ({ provider, reason })}
          onClose={close}
        />
      )}
      {(asked === 'payouts' || asked === 'deposits') && (
        <ActionForm
          route={operator.stopPayments}
          title={`${isStopped(asked) ? 'Continue' : 'Stop'} ${asked}`}
          sentence={sentenceOf(asked, isStopped(asked))}
          action={isStopped(asked) ? 'Continue' : 'Stop'}
          danger={!isStopped(asked)}
          input={({ reason }) => ({ provider, part: asked, stopped: !isStopped(asked), reason })}
          onClose={close}
        />
      )}
    </section>
  )
}

function sentenceOf(part: 'payouts' | 'deposits', isStopped: boolean): string {
  if (isStopped) return part === 'payouts' ? 'Waiting payouts are sent.' : 'Bettors can deposit again.'
  return part === 'payouts' ? 'Nothing is sent until they continue.' : 'Bettors get no prompt until they continue.'
}
