import { content as calls } from '@nare/contract/content'
import { pages } from '@nare/contract/pages'
import type { Area } from '#area'
import { mount } from '#platform/calls'
import type { Settings } from '#modules/settings/settings'
import { contentRoutes, settings, type ContentDeps } from './content.ts'
import { brandSettings } from './settings.ts'

type Deps = Omit<ContentDeps, 'settings'> & { readonly settings: Pick<Settings, 'now' | 'declare'> }

export function openContentArea(deps: Deps) {
  deps.settings.declare(brandSettings)
  const area: Area = {
    routes(mounting) {
      const handlers = contentRoutes(deps)
      mount(mounting, calls, handlers)
      mount(mounting, pages, handlers)
    },
  }
  return { area, settings: () => settings(deps) }
}
