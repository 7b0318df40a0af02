import type { FastifyInstance } from 'fastify'
import { sandbox as calls } from '@nare/contract/sandbox'
import type { Area, AreaDeps } from '#area'
import { smsCallbackPaths } from '#modules/identity/identity'
import { mount } from '#platform/calls'
import type { Owners } from '#platform/owners'
import { sandboxPlay } from './play.ts'
import { sandboxPromotions } from './promotions.ts'
import type { Sandbox, SandboxParts } from './sandbox.ts'

type Deps = AreaDeps &
  Omit<SandboxParts, 'deliverSms'> &
  Parameters<typeof sandboxPlay>[0] &
  Parameters<typeof sandboxPromotions>[0] & {
    readonly app: FastifyInstance
    readonly sandbox: Sandbox
    readonly owners: Owners
    readonly callbackSecret: () => Promise<Uint8Array>
  }

/** The areas that the sandbox adds to the server: its calls, promotions and automatic players. */
export async function sandboxAreas({ sandbox, owners, app, callbackSecret, ...deps }: Deps): Promise<Area[]> {
  async function postSms(kind: 'incoming' | 'delivery', form: Record<string, string>): Promise<void> {
    const url = (await smsCallbackPaths(callbackSecret))[kind]
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(form).toString() })
  }

  sandbox.phone.connectReports((report) => postSms('delivery', report))
  const routes = sandbox.routes({ ...deps, deliverSms: (form) => postSms('incoming', form) })
  return [
    sandboxPromotions(deps),
    { routes: (mounting) => mount(mounting, calls, routes) },
    ...(deps.config.feed === 'simulated' ? [sandboxPlay(deps, owners)] : []),
  ]
}
