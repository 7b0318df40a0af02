import { join } from 'node:path'
import { openNoticesArea } from '#modules/notices/area'
import { openPost } from '#modules/notices/notices'
import { openKey } from '#platform/key-file'
import type { Sandbox } from '#sandbox/sandbox'
import type { Config } from './config.ts'

type Deps = Omit<Parameters<typeof openNoticesArea>[0], 'push'>

/** Opens notices with the push services that this server may use. */
export const openNoticeServices = async (deps: Deps, sandbox: Sandbox | undefined) =>
  openNoticesArea({ ...deps, push: await pushServicesOf(deps.config, sandbox) })

/** Where notices by push go, and our key for it; undefined without a key. The sandbox makes a key of its own, and nothing leaves the machine. */
async function pushServicesOf({ push, dataDir }: Config, sandbox: Sandbox | undefined) {
  const { key, hosts } = push
  if (sandbox) {
    const own = key ?? (await openKey({ keyFile: join(dataDir, 'push.key') })())
    return { key: own, hosts: [...hosts, sandbox.pushHost], post: sandbox.push.post }
  }
  return key && { key, hosts, ...openPost() }
}
