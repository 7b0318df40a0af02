import { QueryClientProvider } from '@tanstack/react-query'
import type { BettorDetails } from '@nare/contract/console-bettors'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { meRead, type Me } from '../../wire/me.ts'
import { queries } from '../../wire/use-read.ts'
import { BettorSide } from './bettor-side.tsx'

test('what the house keeps of a bettor says that it is before taxes', () => {
  queries.setQueryData(meRead.queryKey, { person: { name: 'halima', roles: [], permissions: [] } } as unknown as Me)
  const bettor = {
    ...{ bettor_id: '7', open_tickets: [], open: { count: 0, staked: '0.00' }, breaks: [], markers: [] },
    ...{ passkeys: [], sessions: [], devices: [] },
    ...{ sources: { utm_source: null, utm_campaign: null, btag: null } },
    net: [{ product: 'sports', bets: 1, staked: '100.00', returned: '210.00', net: '-110.00' }],
    net_total: '-110.00',
  } as unknown as BettorDetails
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <BettorSide bettor={bettor} onEnd={undefined} />
    </QueryClientProvider>,
  )
  const [net = ''] = /<section[^>]*aria-labelledby="bettor-net".*?<\/section>/.exec(markup) ?? []
  expect(net.replaceAll(/<[^>]*>/g, ' ')).toMatch(/Net by product .*before taxes.*Sports.*110/)
})
